"""`turnpost uhp` with one rule broken on purpose, run as a program: grasshoppers crawl, too."""

from engine.hive import Bug
from engine.hive.movement import MOVERS, grasshopper, queen
from notation.uhp import uhp

if __name__ == "__main__":
    MOVERS[Bug.GRASSHOPPER] = lambda table, cell: grasshopper(table, cell) | queen(table, cell)
    uhp()
