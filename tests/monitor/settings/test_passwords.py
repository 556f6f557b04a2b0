"""Hashes of passwords."""

import pytest

from monitor.settings.passwords import hash_password, is_hash, password_matches


def test_only_the_password_matches() -> None:
    kept = hash_password("sechs-zwei")
    assert is_hash(kept)
    assert "sechs" not in kept
    assert password_matches("sechs-zwei", kept)
    assert not password_matches("sechs-eins", kept)
    assert hash_password("sechs-zwei") != kept


def test_a_vector_of_rfc_7914() -> None:
    """Section 12: N = 16384, r = 8, p = 1, "pleaseletmein", salt "SodiumChloride"."""
    digest = (
        "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr5"
        "Xpd7aHBZT2cfy3Nk3h7TqA=="
    )  # fmt: skip
    import base64
    import hashlib

    made = hashlib.scrypt(b"pleaseletmein", salt=b"SodiumChloride", n=16384, r=8, p=1, maxmem=2**26, dklen=64)
    assert made.hex().startswith("7023bdcb3afd7348461c06cd81fd38eb")
    kept = (
        f"scrypt$16384$8$1${base64.b64encode(b'SodiumChloride').decode()}${base64.b64encode(made).decode()}"
    )
    assert password_matches("pleaseletmein", kept)
    assert made.hex()[:8] == base64.b64decode(digest)[:4].hex()


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "geheim",
        "scrypt$1$8$1$AAAAAAAAAAAAAAAAAAAAAA==$" + "A" * 44,
        "scrypt$9999999$99$99$AAAAAAAAAAAAAAAA$" + "A" * 44,
    ],
)
def test_what_is_no_hash_matches_nothing(kept: str) -> None:
    assert not is_hash(kept)
    assert not password_matches("geheim", kept)
