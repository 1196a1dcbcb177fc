"""RLCard's uno and two games of OpenSpiel played at random: a process of an interpreter that has them.

Reads a line a measurement, `<name> <seconds>`, and answers with a line of JSON: `steps` that were played and
`listed` moves in all, in `seconds` of CPU time. The first line it writes is the list of names.
"""

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

OPEN_SPIEL = {
    "crazy_eights-2": "crazy_eights(players=2)",
    "crazy_eights-5": "crazy_eights(players=5)",
    "gin_rummy": "gin_rummy",
}

Game = Callable[[random.Random], Iterator[int]]  # the number of listed moves of each step


def rlcard(game: str) -> Game:
    """A game of RLCard. Its step makes the state that the next player sees, with its legal actions."""
    env: Any = importlib.import_module("rlcard").make(game)

    def play(chance: random.Random) -> Iterator[int]:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(chance.choice(actions))
            yield len(actions)

    return play


def open_spiel(name: str, look: bool) -> Game:
    """A game of OpenSpiel. With `look`, its mover is also told what it sees before it chooses: the tensor of
    its information state where the game has one, else of its observation."""
    loaded: Any = importlib.import_module("pyspiel").load_game(name)
    informed = loaded.get_type().provides_information_state_tensor

    def play(chance: random.Random) -> Iterator[int]:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():  # a card is dealt or drawn: no step of a player
                state.apply_action(chance.choice(actions))
                continue
            if look:
                player = state.current_player()
                _ = state.information_state_tensor(player) if informed else state.observation_tensor(player)
            action = chance.choice(actions)
            state.apply_action(action)
            yield len(actions)

    return play


def games() -> dict[str, Game]:
    """What is measured, by name."""
    found = {"uno": rlcard("uno")}
    for name, game in OPEN_SPIEL.items():
        found[name] = open_spiel(game, look=False)
        found[f"{name}+seen"] = open_spiel(game, look=True)
    return found


def measure(game: Game, chance: random.Random, seconds: float) -> dict[str, float]:
    """Whole games until so much CPU time is over, set-up included."""
    start, steps, listed = time.process_time(), 0, 0
    while time.process_time() - start < seconds:
        for count in game(chance):
            steps += 1
            listed += count
    return {"steps": steps, "listed": listed, "seconds": time.process_time() - start}


def main() -> None:
    """Answers until the input ends."""
    found, chance = games(), random.Random(1)
    print(json.dumps(list(found)), flush=True)
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(measure(found[name], chance, float(seconds))), flush=True)


if __name__ == "__main__":
    main()
