"""Files made to do harm: always an answer, in a time that grows as the file does, in little memory."""

import gc
import io
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from notation import check_records
from notation.record import NESTING
from server.api.json_body import load_body
from server.refusals import Refusal

HEAD = '[Game "Cubeo"]\n\n'
PLIES = (
    '{"format": "turnpost-record/1", "game": "cubeo", "variants": [], "players": [{"name": "red"}, '
    '{"name": "blue"}], "tags": [], "start": null, "time_control": null, "started": null, '
    '"ended": null, "outcome": null, "plies": ['
)
TWICE = '{"a": {"b": 1, "b": 2}, "c": '
AROUND = "1,-2,0->-1,1 1,3,0->2,1 1,-1,1->-2,0 1,2,1->3,0 "

FILES: dict[str, Callable[[int], str]] = {
    "open brackets": lambda n: HEAD + "(" * n,
    "closing brackets": lambda n: HEAD + ")" * n,
    "variations within variations": lambda n: HEAD + "1. +0,1 " + "(+0,-1 " * n + ")" * n + " *",
    "variations never closed": lambda n: HEAD + "1. +0,1 " + "(+0,-1 " * n,
    "illegal variations": lambda n: HEAD + "1. +0,1 " + "(1. +0,-7) " * (n // 8) + "*",
    "one move again and again": lambda n: HEAD + "+0,1 " * n + "*",
    "dice that walk in circles": lambda n: (
        HEAD + "+-1,0 +2,0 +-2,0 +3,0 " + AROUND * (n // 8) + "*"
    ),
    "words that are no moves": lambda n: HEAD + "1. ?? " * n,
    "numbers": lambda n: HEAD + "1." * n,
    "digits": lambda n: HEAD + "+" + "1" * 40 * n + ",1 *",
    "open braces": lambda n: HEAD + "{ " * n,
    "backslashes": lambda n: HEAD + "{" + "\\" * 9 * n,
    "control characters": lambda n: HEAD + "{" + "\x01" * n + "} *",
    "one tag again and again": lambda n: '[Game "Cubeo"]\n' + '[X "1"]\n' * n + "*",
    "damaged tags": lambda n: '[Game "Cubeo"]\n' + "[X 1]\n" * n + "*",
    "damaged tags between": lambda n: HEAD + "*\n" + "[a b]\n" * n,
    "marks of time": lambda n: HEAD + "1. +0,1 " + "{[%clk 0:00:00:01]}" * n + " *",
    "records": lambda n: (HEAD + "1. +0,1 *\n\n") * (n // 8),
    "JSON arrays": lambda n: '{"a": ' + "[" * 9 * n,
    "JSON variations": lambda n: PLIES + '{"move": "+0,1", "variations": [{"plies": [' * n,
    "JSON of wrong types": lambda n: PLIES + ", ".join(['{"move": 1}'] * n) + "]}",
    "JSON texts": lambda n: PLIES + '{"move": "' + "x" * 9 * n + '"}]}',
    "a JSON text that never ends": lambda n: TWICE + '"' + '\\"' * 4 * n,
    "JSON texts that never end": lambda n: TWICE + '"\\' * 4 * n,
    "GameStrings": lambda n: "Base;InProgress;White[1];wS1\n" * (n // 4),
    "a GameString": lambda n: "Base;InProgress;White[1]" + ";wS1" * n,
    "passes": lambda n: '[Game "Hive"]\n\n' + "1. pass " * n + "*",
    "turns of Cubic Chess": lambda n: '[Game "Cubic Chess"]\n\n' + "1. e2e4 " * n + "*",
    "properties of a node": lambda n: "(;GM[27]" + "A0[x]A1[\n]" * n + ")",
    "control characters of two kinds": lambda n: HEAD + "{" + "\x01\x02" * n + "} *",
    "nodes": lambda n: "(;GM[27]" + ";P0[0 x]" * n + ")",
}


def seconds(content: bytes) -> float:
    gc.collect()
    gc.disable()  # its work grows with all that other tests have left behind
    try:
        begun = time.process_time()
        assert list(check_records(content))
        return time.process_time() - begun
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", FILES)
def test_a_file_four_times_as_long_takes_no_more_than_its_length_tells(kind: str) -> None:
    small, large = (FILES[kind](size).encode() for size in (1500, 6000))
    seconds(small)  # what is built once is built now
    for _ in range(3):
        if seconds(large) < 7 * max(seconds(small), 0.05):
            return
    pytest.fail("three times it took far longer")


class Stream(io.RawIOBase):
    """So many bytes that come in parts, and are nowhere all at once."""

    def __init__(self, begin: bytes, part: bytes, size: int) -> None:
        self._parts: Iterator[bytes] = filter(None, [begin, *[part] * (size // len(part))])

    def read(self, _size: int = -1, /) -> bytes:
        return next(self._parts, b"")


@pytest.mark.parametrize(
    ("begin", "sign", "code"),
    [
        (HEAD.encode() + b"1. ", b"+0,1 ", "F05"),
        (b"", b"x", "F05"),
        (b'{"a": "', b"x", "F05"),
        (b"", b"\0", "F02"),
        (b"\x89PNG\r\n", b"\0\xff", "F02"),
        (b"", b" ", "F05"),
    ],
)
def test_a_line_of_200_megabytes_has_an_answer_at_once(
    begin: bytes, sign: bytes, code: str
) -> None:
    stream = Stream(begin, sign * ((1 << 20) // len(sign)), 200_000_000)
    begun = time.process_time()
    ((found,),) = (reading.diagnostics for reading in check_records(stream))  # type: ignore[arg-type]  # it reads
    assert found.code == code
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("closed", [True, False])
def test_variations_ten_thousand_deep_have_an_answer_at_once(closed: bool) -> None:
    text = HEAD + "1. +0,1 " + "(1. +0,-1 " * 10_000 + (")" * 10_000 + " *" if closed else "")
    begun = time.process_time()
    (reading,) = check_records(text.encode())
    assert time.process_time() - begun < 10
    codes = [each.code for each in reading.diagnostics]
    assert codes.count("S12") == 1
    assert len(codes) == 1 if closed else len(codes) == NESTING + 2


def test_json_variations_ten_thousand_deep_have_an_answer_at_once() -> None:
    begin, end = '{"move": "+0,1", "variations": [{"plies": [', "]}]}"
    text = PLIES + begin * 10_000 + '{"move": "+0,1"}' + end * 10_000 + "]}"
    ((found,),) = (reading.diagnostics for reading in check_records(text.encode()))
    assert found.code == "S12"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 299 + "1," * 400_000 + "[" * 200_000,
        '{"a": 1, "a": ' + "[" * 299 + "1," * 400_000,
        "[" * 299 + "1," * 400_000 + "NaN" + "]" * 299,
    ],
)
def test_a_json_text_of_a_megabyte_fills_no_memory(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(Refusal):
        load_body(text.encode())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 40_000_000
