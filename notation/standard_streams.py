"""Standard input, output and error of every command: what can go wrong with them is told in one line.

A `Program` runs its commands with streams that say by themselves when they are closed, full or broken,
and that escape what their encoding cannot hold. So no command needs to think of it, nor can forget it.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TextIO

import click

ESCAPED = "turnpost-escaped"
r"""How texts are encoded: what does not fit becomes `\uXXXX`, as JSON has it, in pairs if need be."""


class StreamLost(Exception):
    """A standard stream that cannot be read or written; `str()` says so, and is empty to end quietly."""


class Program(click.Group):
    """A group of commands that ends with 2 and one line when a standard stream fails.

    `modules` names the module of each command that is imported only when it is asked for.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, those not yet imported too."""
        return sorted((*super().list_commands(ctx), *self._modules))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None when there is none."""
        module = self._modules.get(cmd_name)
        if module is None:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(module), cmd_name)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """As click's, with the streams guarded."""
        with guarded_streams():
            return super().main(*args, **extra)


def write_document(text: str) -> None:
    """Writes a text for programs on standard output: in UTF-8, whatever the terminal has."""
    click.echo(text.encode("utf-8", ESCAPED), nl=False)


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Runs what is within with guarded streams; raises `SystemExit` with 2 when one fails."""
    before = sys.stdin, sys.stdout, sys.stderr
    _plug()
    sys.stdin = _guarded(sys.stdin, "input")
    sys.stdout = _guarded(sys.stdout, "output")
    sys.stderr = _guarded(sys.stderr, None)
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except StreamLost as lost:
        if str(lost):
            click.echo(str(lost), err=True)
        raise SystemExit(2) from None
    except OSError as error:
        place = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        click.echo(f"{place}{error.strerror or error}", err=True)
        raise SystemExit(2) from None
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _plug() -> None:
    """Opens descriptors that came closed, so that no file that is opened later takes their place."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _guarded(stream: TextIO | None, name: str | None) -> TextIO:
    """The stream, guarded; one that another program put in its place only escapes what does not fit."""
    buffer = getattr(stream, "buffer", None)
    # a run without buffers has none
    raw = buffer if isinstance(buffer, io.RawIOBase) else getattr(buffer, "raw", None)
    if stream is not None and raw is None:
        if isinstance(stream, io.TextIOWrapper) and name != "input":
            stream.reconfigure(errors=ESCAPED)
        return stream
    if stream is not None and name != "input":
        stream.flush()
    guard = _Guard(raw, name)
    return io.TextIOWrapper(
        io.BufferedReader(guard) if name == "input" else io.BufferedWriter(guard),
        encoding="utf-8" if stream is None else stream.encoding,
        errors="surrogateescape" if name == "input" else ESCAPED,
        line_buffering=name is None or bool(getattr(stream, "line_buffering", False)),
    )


class _Guard(io.RawIOBase):
    """The bytes of a standard stream; without a `name` (standard error) failures are passed over.

    Once it has failed it takes what is written and drops it: what is still held back would fail again.
    """

    def __init__(self, raw: io.RawIOBase | None, name: str | None) -> None:
        self._raw = raw
        self._name = name
        self._lost = False

    def readable(self) -> bool:
        return self._name == "input"

    def writable(self) -> bool:
        return self._name != "input"

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        return super().fileno() if self._raw is None else self._raw.fileno()

    def readinto(self, buffer: Any, /) -> int | None:
        try:
            if self._raw is None:
                raise OSError(errno.EBADF, "it is closed")  # noqa: TRY301 - told like all others
            return self._raw.readinto(buffer)
        except OSError as error:
            raise self._failure(error) from None

    def write(self, content: Any, /) -> int | None:
        if self._lost:
            return len(content)
        try:
            if self._raw is None:
                raise OSError(errno.EBADF, "it is closed")  # noqa: TRY301 - told like all others
            return self._raw.write(content)
        except OSError as error:
            self._lost = True
            if self._name is None:
                return len(content)
            raise self._failure(error) from None

    def _failure(self, error: OSError) -> StreamLost:
        if error.errno == errno.EPIPE:  # whoever read it has read enough
            return StreamLost()
        verb = "read" if self._name == "input" else "written"
        return StreamLost(f"Standard {self._name} cannot be {verb}: {error.strerror}.")


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)), error.end


codecs.register_error(ESCAPED, _escape)
