"""ONNX Runtime, the only place that imports it: first it is told to keep to itself.

Its Linux builds from 1.29 on report to their makers which networks are loaded, from a thread of their own
that starts with the import and now and then aborts a process that is ending ("terminate called without an
active exception"). Nothing leaves this machine that nobody asked for, so that is said before the import.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

from onnxruntime import InferenceSession, SessionOptions

__all__ = ["InferenceSession", "SessionOptions"]
