"""Parts of a stored clip, as browsers ask for them when they seek (RFC 9110, section 14)."""

import re

from starlette.responses import Response

from monitor.web.errors import ApiError

_RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})")
_KEEP = "private, max-age=86400, immutable"


def ranged(data: bytes, media_type: str, asked: str | None) -> Response:
    """All of it, or the one range that is asked for. Raises ApiError 416 for a range that is not there."""
    headers = {"accept-ranges": "bytes", "cache-control": _KEEP}
    found = _RANGE.fullmatch(asked or "")
    if found is None or not (found[1] or found[2]):
        return Response(data, media_type=media_type, headers=headers)
    size = len(data)
    if found[1]:
        start, end = int(found[1]), min(int(found[2]) if found[2] else size - 1, size - 1)
    else:
        start, end = max(0, size - int(found[2])), size - 1
    if start > end or start >= size:
        raise ApiError(
            416, f"there are {size} bytes", "Ask for a part of them.", {"content-range": f"bytes */{size}"}
        )
    headers["content-range"] = f"bytes {start}-{end}/{size}"
    return Response(data[start : end + 1], 206, headers, media_type)
