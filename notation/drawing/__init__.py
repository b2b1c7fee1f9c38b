"""Boards as pictures and as text: positions in, SVG or plain text out, the same each time.

One file a game and kind of drawing; the table of games (notation/games.py) says which belong to
which. A drawing is data: no script, no style sheet, no font of its own, so that it shows in a page
under a strict content policy, in a mail, or as a file.
"""
