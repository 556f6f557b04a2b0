"""Network files are checked against the manifest before they are used."""

import shutil
from pathlib import Path

import pytest

import models
from models import FOLDER, ModelError, load_session, manifest, verify


def copy(tmp_path: Path) -> Path:
    shutil.copy(FOLDER / "manifest.toml", tmp_path)
    for entry in manifest().values():
        shutil.copy(FOLDER / entry.file, tmp_path)
    return tmp_path


def test_the_packaged_networks_are_sound_and_small() -> None:
    assert [wrong for _, wrong in verify() if wrong] == []
    assert sum((FOLDER / entry.file).stat().st_size for entry in manifest().values()) < 10_000_000


def test_an_altered_file_is_refused(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    path = folder / manifest()["slots"].file
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(ModelError, match="SHA-256"):
        load_session("slots", folder)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    (folder / manifest()["slots"].file).unlink()
    with pytest.raises(ModelError, match=r"slots\.onnx"):
        load_session("slots", folder)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    import hashlib

    (tmp_path / "x.onnx").write_bytes(b"nothing")
    digest = hashlib.sha256(b"nothing").hexdigest()
    (tmp_path / "manifest.toml").write_text(f'[model.x]\nfile = "x.onnx"\nsha256 = "{digest}"\n')
    with pytest.raises(ModelError, match="not a usable network"):
        load_session("x", tmp_path)


@pytest.mark.parametrize("text", ["", "[model.x]\n", "not toml at all ["])
def test_a_broken_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.toml").write_text(text)
    with pytest.raises(ModelError, match="manifest"):
        manifest(tmp_path)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ModelError, match="slots"):
        load_session("nothing")


def test_the_folder_is_part_of_the_package() -> None:
    assert Path(models.__file__).parent == FOLDER
