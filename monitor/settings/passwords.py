"""Passwords are kept as scrypt hashes (RFC 7914): ``scrypt$N$r$p$salt$hash``, salt and hash in base64."""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from typing import Final

N: Final = 2**14
R: Final = 8
P: Final = 1
"""About 16 MiB and 50 ms a guess on a small computer: enough beside the limit on the rate of logins."""
SHORTEST: Final = 8
_FORM = re.compile(
    r"scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]{16,}={0,2})\$([A-Za-z0-9+/]{40,}={0,2})"
)
_MEMORY: Final = 256 * 2**20


def hash_password(password: str) -> str:
    """The text to keep instead of the password."""
    salt = secrets.token_bytes(16)
    digest = _derive(password, salt, N, R, P)
    return f"scrypt${N}${R}${P}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def password_matches(password: str, kept: str) -> bool:
    """Whether this is the password that ``kept`` was made from; takes the same time for right and wrong."""
    match = _FORM.fullmatch(kept)
    if match is None:
        return False
    n, r, p = (int(part) for part in match.groups()[:3])
    try:
        salt, digest = (base64.b64decode(part, validate=True) for part in match.groups()[3:])
        return hmac.compare_digest(_derive(password, salt, n, r, p, len(digest)), digest)
    except (ValueError, binascii.Error):
        return False


def is_hash(text: str) -> bool:
    """Whether the text has the form that ``hash_password`` writes, and can be computed here."""
    return _FORM.fullmatch(text) is not None and _sound(text)


def _sound(text: str) -> bool:
    n, r, p = (int(part) for part in text.split("$")[1:4])
    return n >= 2**12 and n & (n - 1) == 0 and r >= 1 and p >= 1 and 128 * n * r * p <= _MEMORY


def _derive(password: str, salt: bytes, n: int, r: int, p: int, length: int = 32) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=_MEMORY, dklen=length)
