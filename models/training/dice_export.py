"""ONNX files of the dice networks, and their lines in the manifest."""

from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.dice_net import Finding, FindNet, ReadNet
from vision.dice_find import CHANNELS
from vision.dice_spec import BOARD_SIZE, STRIDE, VIEW

LEANING_SHIFT = -1.4
"""Added to the log odds of leaning: two dice in five lean in the training mix, few do at a table."""


class Judge(nn.Module):
    """The reading network with its temperatures, giving probabilities."""

    def __init__(self, net: ReadNet, face_t: float, lean_t: float, support_t: float) -> None:
        super().__init__()
        self.net, self.face_t, self.lean_t, self.support_t = net, face_t, lean_t, support_t

    def forward(self, crops: Tensor, views: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Probabilities of face, leaning and support."""
        face, lean, support = self.net(crops, views)
        return (
            torch.softmax(face / self.face_t, 1),
            torch.sigmoid(lean / self.lean_t + LEANING_SHIFT),
            torch.softmax(support / self.support_t, 1),
        )


def export_reader(judge: Judge, file: Path) -> None:
    """Write the reading network for any number of crops."""
    judge.eval()
    torch.onnx.export(
        judge,
        (torch.zeros(2, 3, VIEW, VIEW), torch.zeros(2, 3)),
        str(file),
        input_names=["crops", "views"],
        output_names=["faces", "leaning", "support"],
        dynamic_axes={name: {0: "n"} for name in ("crops", "views", "faces", "leaning", "support")},
        opset_version=17,
        dynamo=False,
    )


def export_finder(net: FindNet, file: Path) -> None:
    """Write the finding network for one board."""
    width, height = BOARD_SIZE
    torch.onnx.export(
        Finding(net).eval(),
        (torch.zeros(1, height // STRIDE, width // STRIDE, CHANNELS),),
        str(file),
        input_names=["cells"],
        output_names=["found"],
        opset_version=17,
        dynamo=False,
    )
