"""Why the service says no: a stable code, a sentence for a person, and values for a program.

This is the one table of codes. Ways in translate a code (HTTP into a status, a page into words); no
one else knows statuses.
"""

from collections.abc import Mapping

TITLES: dict[str, str] = {
    # who is asking
    "bad_token": "The token is not valid",
    "token_required": "A token is needed",
    "bad_credentials": "Name or password is wrong",
    "scope": "The token does not allow this",
    "not_a_player": "Only the players may do this",
    "own_challenge": "This is your own challenge",
    "not_for_you": "This challenge is not for you",
    # what was asked
    "not_found": "There is nothing here",
    "method_not_allowed": "This address does not take that method",
    "body_too_large": "The body is too large",
    "unsupported_media_type": "The body has a type that is not taken here",
    "invalid_body": "The body is not as it must be",
    "invalid_query": "The query is not as it must be",
    "invalid_header": "A header is not as it must be",
    "key_reused": "The idempotency key was used for another request",
    "not_supported": "This is not supported yet",
    "bad_request": "The request could not be read",
    # accounts and challenges
    "name_taken": "The name is taken",
    "unknown_game": "There is no such game",
    "bad_settings": "The game cannot be played with these settings",
    "unknown_player": "There is no such player",
    "too_many_challenges": "You have too many open challenges",
    "already_accepted": "The challenge has been accepted already",
    "challenge_closed": "The challenge is no longer open",
    # games
    "game_over": "The game is over",
    "stale_ply": "The game has gone on",
    "not_your_turn": "It is not your turn",
    "not_a_move": "This is not a move",
    "ambiguous_move": "This could be several moves",
    "illegal_move": "The rules do not allow this move",
    "your_turn": "It is your own turn",
    "bad_conditionals": "The conditional moves cannot be kept",
    "no_offer": "There is no offer to answer",
    "already_offered": "There is an offer already",
    "nothing_to_take_back": "There is no move to take back",
    "not_over": "The game is not over yet",
    "not_claimable": "There is nothing to claim",
    "not_paused": "The game is not paused",
    # vacations
    "on_vacation": "You are on vacation already",
    "not_on_vacation": "You are not on vacation",
    "vacation_used_up": "There is not so much vacation left",
    # records
    "format_for_other_game": "The format has not this game",
    "unfinished_for_format": "The format has only finished games",
    "not_in_format": "The game cannot be told in this format",
    "bad_records": "Some records could not be imported",
    # the service itself
    "rate_limited": "Too many requests",
    "busy": "The server is busy",
    "internal": "Something went wrong on our side",
}


class Refusal(Exception):
    """A request that is refused: `code` is a key of `TITLES`, `values` go with it to the caller."""

    def __init__(self, code: str, detail: str, **values: object) -> None:
        self.title = TITLES[code]
        self.code = code
        self.detail = detail
        self.values: Mapping[str, object] = values
        super().__init__(detail)
