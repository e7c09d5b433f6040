"""Signatures of manifests: whoever built in CI holds the private key, readers hold the public one.

Ed25519, not a shared secret: a reader's laptop must not be able to sign. A manifest names repository, commit and the
hash of every file of every layer, so that its signature vouches for the whole snapshot and for nothing else.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.model import ConfigError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SIGNING_KEY = "CODEMAP_SIGNING_KEY"
REQUIRED_KEY = "CODEMAP_REQUIRE_SIGNATURE"
_PEM = "-----BEGIN"
_LONGEST_PATH = 1_000
_CONTEXT = b"codemap manifest v1\n"  # the key may sign other things elsewhere: none of them is a manifest
_HINT = "give 32 bytes in base64, or a PEM file: `openssl genpkey -algorithm ed25519` makes a private one"


def sign(manifest: bytes, key: str) -> bytes:
    """The signature of a manifest's bytes, as text."""
    return base64.b64encode(_private(key).sign(_CONTEXT + manifest)) + b"\n"


def is_signed(manifest: bytes, signature: bytes | None, key: str) -> bool:
    """Whether the holder of `key`'s private half signed these bytes."""
    public = _public(key)
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(base64.b64decode(signature or b""), _CONTEXT + manifest)
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def public_half(key: str) -> str:
    """The public key to hand to readers, in base64."""
    return base64.b64encode(_private(key).public_key().public_bytes_raw()).decode()


def _private(key: str) -> Ed25519PrivateKey:
    with _told("signing key"):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        text = _text(key)
        if not text.startswith(_PEM):
            return Ed25519PrivateKey.from_private_bytes(base64.b64decode(text, validate=True))
        loaded = load_pem_private_key(text.encode(), password=None)
        if isinstance(loaded, Ed25519PrivateKey):
            return loaded
        raise ValueError("not Ed25519")


def _public(key: str) -> Ed25519PublicKey:
    with _told("public key"):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key

        text = _text(key)
        if not text.startswith(_PEM):
            return Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True))
        loaded = load_pem_public_key(text.encode())
        if isinstance(loaded, Ed25519PublicKey):
            return loaded
        raise ValueError("not Ed25519")


def _text(key: str) -> str:
    """A key is given as it is, or as the file that holds it."""
    is_file = not key.startswith(_PEM) and len(key) < _LONGEST_PATH and Path(key).is_file()
    return (Path(key).read_text(encoding="ascii") if is_file else key).strip()


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    """The key itself is never part of a message."""
    try:
        yield
    except ImportError as error:
        raise ConfigError("signatures need the package cryptography", "pip install 'codemap[signing]'") from error
    except (ValueError, TypeError, OSError) as error:
        raise ConfigError(f"the {what} cannot be read", _HINT) from error
