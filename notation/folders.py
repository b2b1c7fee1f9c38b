"""Names given to a command to the files that they stand for: a folder stands for the records in it.

In a folder a file is one of records by its ending (those of the formats, also with `.gz`), or when its
first line is a tag or a record in JSON. Hidden files and folders are passed over, and links to folders
are not followed, so that no file comes twice.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .formats import FORMATS
from .streams import unpacked

STDIN = "-"

_SURE = (".tgn", ".tgn.gz")
_BEGINS = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*(?:\[[A-Za-z][A-Za-z0-9_]*[ \t]+"|\{\s*"format"\s*:\s*"turnpost-record/)'
)
_HEAD = 1024


@dataclass(frozen=True, slots=True)
class Input:
    """A file to read: its path (`-`: standard input), and its name in diagnostics.

    `doubtful` says that it was found by an ending that files of other kinds have, too; `refused` is why
    it cannot be read, where that is known before it is opened.
    """

    path: str
    name: str
    doubtful: bool = False
    refused: str | None = None


def find_inputs(names: Iterable[str], stdin_name: str = STDIN) -> Iterator[Input]:
    """The files that names stand for, each once, those of a folder in the order of their names."""
    found: set[str] = set()
    for each in _named(names, stdin_name):
        where = os.path.abspath(each.path)  # noqa: PTH100 - no file need be there
        if each.path == STDIN or where not in found:
            found.add(where)
            yield each


def _named(names: Iterable[str], stdin_name: str) -> Iterator[Input]:
    for name in names:
        if name == STDIN:
            yield Input(STDIN, _shown(stdin_name))
        elif Path(name).is_dir():
            yield from _in_folder(name)
        else:
            yield Input(name, _shown(name))


def _in_folder(folder: str) -> Iterator[Input]:
    refused: list[OSError] = []
    for path, folders, files in os.walk(folder, onerror=refused.append):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(each for each in files if not each.startswith(".")):
            whole = os.path.join(path, name)  # noqa: PTH118 - Path would change how it was given
            if _is_record_file(whole):
                yield Input(whole, _shown(whole), doubtful=not name.lower().endswith(_SURE))
    for error in refused:
        where = error.filename if isinstance(error.filename, str) else folder
        yield Input(where, _shown(where), refused=error.strerror or str(error))


def _is_record_file(path: str) -> bool:
    """Whether a file holds records, or is called so and leads nowhere, which is to be told."""
    file = Path(path)
    if not file.is_file():
        return file.is_symlink() and not file.exists() and path.lower().endswith(_SURE)
    endings = tuple(row.suffix for row in FORMATS.values())
    if path.lower().removesuffix(".gz").endswith(endings):
        return True
    try:
        with Path(path).open("rb") as stream:
            return _BEGINS.match(unpacked(stream).read(_HEAD)) is not None
    except OSError:  # nothing says that it holds records
        return False


def _shown(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace")
