"""Printing to a reader that may stop reading."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def closed_pipe_ends_quietly() -> Iterator[None]:
    """When the reader of the output (`head`, say) has gone, the command ends with status 1 and without a word."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
