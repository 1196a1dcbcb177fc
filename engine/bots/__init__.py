"""Bots: they see what a seat sees and choose one of its legal moves. `BOTS` names those that can sit."""

from engine.bots import random, search
from engine.bots.fallback import Tried, tried
from engine.bots.policy import Bot, Past

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", slow=False, choose=random.choose),
        Bot("search", slow=True, choose=search.choose),
    )
}

__all__ = ["BOTS", "Bot", "Past", "Tried", "tried"]
