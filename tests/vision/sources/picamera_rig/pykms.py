"""In the place of the display library: picamera2 asks for names of pixel formats while it is imported."""


class PixelFormat:
    """Has every name."""


for _name in "RGB888 BGR888 XRGB8888 XBGR8888 YUV420 YVU420 NV12 YUYV UYVY MJPEG".split():
    setattr(PixelFormat, _name, _name)
