"""What a viewer sees of an oracle's game of Advantage, in the JSON of the contract."""

from typing import Any

from tests.engine.rulesets.advantage.oracle import Game, Move


def view(game: Game, viewer: int | None) -> dict[str, Any]:
    return {
        "ruleset": "advantage",
        "phase": view_of_phase(game),
        "round": game.round,
        "dealer": game.dealer,
        "stock": len(game.stock),
        "idle_rounds": game.idle_with_this(),
        "piles": [list(pile) for pile in game.piles],
        "seats": [view_of_seat(game, seat, viewer) for seat in (0, 1)],
    }


def view_of_phase(game: Game) -> dict[str, Any]:
    if game.result is not None:
        return {"kind": "over"}
    phase: dict[str, Any] = {"kind": game.phase, "seat": game.seat}
    if game.phase == "drop":
        phase |= {"dropped": game.dropped, "drew": game.drew}
    if game.phase == "pick":
        phase |= {"drew": game.drew}
    if game.phase == "pair":
        phase |= {"accidental_left": game.accidental_left()}
    return phase


def view_of_seat(game: Game, seat: int, viewer: int | None) -> dict[str, Any]:
    hand = list(game.hands[seat])
    if game.hidden[seat] and viewer != seat:
        hand[-1] = "??"
    return {
        "hand": hand,
        "hidden": game.hidden[seat],
        "pairs": [list(cards) for cards in game.pairs[seat]],
        "picked": [card for card in game.picked[seat] if card in game.hands[seat]],
        "accidental": game.accidental[seat],
    }


def events(game: Game, viewer: int | None) -> list[Move]:
    shown = []
    for event in game.events:
        told = dict(event)
        if not event.get("face_up", True) and viewer != event["seat"]:
            told["cards"] = ["??"]
        shown.append(told)
    return shown
