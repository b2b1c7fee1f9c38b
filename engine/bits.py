"""Sets of cells as the bits of an int."""


def members(cells: int) -> list[int]:
    """The cells of a set, in order."""
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return found
