"""ONNX Runtime, the only place that imports it: first it is told to keep to itself.

Its Linux builds from 1.29 on report to their makers which networks are loaded, from a thread of their own
that starts with the import and now and then aborts a process that is ending ("terminate called without an
active exception"). Nothing leaves this machine that nobody asked for, so that is said before the import.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

from onnxruntime import InferenceSession, SessionOptions

__all__ = ["InferenceSession", "SessionOptions", "open_session"]

EXACT = ("session.x64quantprecision", "1")
"""Setting by which 8-bit networks say the same on every processor. x86 ones without VNNI instructions (most
before 2020, many later) add two products in 16 bits, which these weights overflow; with it they are computed
there in another way, half as fast again. Others are not affected."""


def open_session(content: bytes, threads: int = 1) -> InferenceSession:
    """A session on the CPU for the content of an ONNX file. Raises what ONNX Runtime does, which has no
    public base class for its errors."""
    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry(*EXACT)
    return InferenceSession(content, options, providers=["CPUExecutionProvider"])
