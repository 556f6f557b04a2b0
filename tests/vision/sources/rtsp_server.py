"""A network camera: a real RTSP server whose pictures say when they were taken.

Run by the system's Python, which has GStreamer: ``rtsp_server.py PORT [FRAMES_A_SECOND]``, address
``rtsp://127.0.0.1:PORT/board``; says ``ready`` when it listens, and ends with its standard input. A picture
is WIDTH x HEIGHT, cut into BITS columns: white where that bit of the clock (CLOCK_MONOTONIC in
milliseconds, highest bit first) is set, else black; below the columns all is grey.
"""

import os
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

WIDTH, HEIGHT, BITS = 320, 192, 20
COLUMN = WIDTH // BITS


def picture(milliseconds):
    """I420 bytes of a picture that says a time."""
    bits = [milliseconds >> (BITS - 1 - n) & 1 for n in range(BITS)]
    row = b"".join(bytes([235 if bit else 16]) * COLUMN for bit in bits)
    grey = bytes([128])
    return row * (HEIGHT // 2) + grey * (WIDTH * HEIGHT // 2 + WIDTH * HEIGHT // 2)


def configure(_factory, media):
    """Feed one client's pipeline until it goes away."""
    source = media.get_element().get_by_name("camera")

    def feed():
        buffer = Gst.Buffer.new_wrapped(picture(int(time.monotonic() * 1000) % (1 << BITS)))
        return source.emit("push-buffer", buffer) == Gst.FlowReturn.OK

    GLib.timeout_add(1000 // RATE, feed)


def ended(*_):
    """Leave with the test that started us."""
    os._exit(0)


PORT = sys.argv[1]
RATE = int(sys.argv[2]) if len(sys.argv) > 2 else 25
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(PORT)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    "( appsrc name=camera is-live=true do-timestamp=true format=time "
    f"caps=video/x-raw,format=I420,width={WIDTH},height={HEIGHT},framerate={RATE}/1 "
    f"! x264enc tune=zerolatency speed-preset=ultrafast key-int-max={RATE} threads=1 "
    "! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 )"
)
factory.set_shared(False)
factory.connect("media-configure", configure)
server.get_mount_points().add_factory("/board", factory)
server.attach(None)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, ended)
sys.stdout.write("ready\n")
sys.stdout.flush()
GLib.MainLoop().run()
