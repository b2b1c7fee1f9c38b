"""Parts of sentences."""


def counted(count: int, name: str, names: str | None = None) -> str:
    """A number with the name of what is counted; `names` is its plural where that is not with an s.

    >>> counted(1, "ply", "plies"), counted(2, "record")
    ('1 ply', '2 records')
    """
    return f"{count} {name if count == 1 else names or name + 's'}"


def paragraphs(text: str) -> tuple[str, ...]:
    r"""The paragraphs of a text, each as one line.

    >>> paragraphs("one\n two\n\nthree")
    ('one two', 'three')
    """
    return tuple(" ".join(part.split()) for part in text.split("\n\n"))
