"""Games with clocks for tests: begun, played on, looked at by the worker, and what their log says."""

from collections.abc import Callable
from typing import Any

from server.records import dump_time
from server.worker import sweep

from .api import Api, Caller, begin, json_of

OPENING = ["+-1,0", "+2,0", "+-2,0", "+3,0", "+-3,0", "+4,0", "+-4,0"]
HOUR, DAY = 3_600, 86_400
FIXED = {"kind": "fixed", "increment": 24}
TOTAL = {"kind": "total", "start": 10}
CAPPED = {"kind": "capped", "start": 48, "increment": 24, "max": 96}


def play_on(red: Caller, blue: Caller, game: str, plies: int) -> dict[str, Any]:
    """The game after so many plies, played at once."""
    state = red.state(game)
    for ply in range(state["ply"], plies):
        state = json_of((red, blue)[ply % 2].move(game, ply, OPENING[ply]))
    return state


def begun(red: Caller, blue: Caller, clock: dict[str, Any] | None, plies: int = 2) -> str:
    game = begin(red, blue, clock=clock)
    play_on(red, blue, game, plies)
    return game


def swept(api: Api) -> int:
    return sweep(api.service.database, api.service.now())


def events(api: Api, game: str) -> list[tuple[str, int | None, int]]:
    with api.service.database.read() as view:
        return view.all(
            "SELECT kind, side, at FROM events WHERE game_id = ? ORDER BY id", (int(game),)
        )


def moment(seconds: float) -> str:
    """A time as the interface tells it."""
    return dump_time(int(seconds))


def waits(api: Api, meanwhile: Callable[[], object]) -> None:
    """Let the next request that wants to write wait for that, while this happens."""
    database = api.service.database
    write = database.write

    def wait() -> Any:
        del database.write  # type: ignore[method-assign]  # what hid it
        meanwhile()
        return write()

    database.write = wait  # type: ignore[method-assign]
