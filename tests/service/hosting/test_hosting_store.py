"""What is kept: the log is the truth, the state its cache; retired editions; how much a game takes."""

from concurrent.futures import ThreadPoolExecutor
from statistics import median

import msgspec
import pytest

from engine.rulesets.vantage import Vantage
from service.hosting import Hosting
from service.schemas.requests import NewSeat
from service.store import Committed, Tag
from tests.service.hosting.house import BOT, READER, House, plain

ANA, BO = NewSeat(name="Ana"), NewSeat(name="Bo")


class Later(Vantage):
    """A later edition of Vantage."""

    edition = 2


def spoil(house: House, game: str) -> None:
    """Writes a state that no edition has."""
    stored = house.store.read(game)
    assert stored is not None
    answer = house.store.commit(
        game, stored.tag, Tag.fresh(stored.tag.version), state=b'{"loose": 7}', meta=stored.meta
    )
    assert answer == Committed()


def test_a_state_that_does_not_decode_is_made_again_from_the_log(house: House) -> None:
    made = house.create(ANA, BO, BOT, seed=None, options={"reneging": "challenge"})
    game, tokens = made.game.id, [str(token) for token in made.seat_tokens[:2]]
    house.finish(game, tokens, moves=12)
    before = [plain(house.see(game, token, 50)) for token in (*tokens, None)]
    state = house.store.read(game).state  # type: ignore[union-attr]
    spoil(house, game)
    assert [plain(house.see(game, token, 50)) for token in (*tokens, None)] == before
    house.finish(game, tokens, moves=1)
    assert house.store.read(game).state != state  # type: ignore[union-attr]
    assert house.finish(game, tokens).status == "finished"
    assert house.records.verify(house.records.record(game, None)).problem is None


@pytest.mark.parametrize("spoilt", [False, True])
def test_a_live_game_of_a_retired_edition_is_aborted_when_somebody_looks(house: House, spoilt: bool) -> None:
    made = house.create(ANA, BO)
    game = made.game.id
    if spoilt:
        spoil(house, game)
    later = Hosting(house.store, house.live, {"vantage": Later()}, clock=lambda: house.now)
    shown, _ = later.see(game, made.seat_tokens[0], READER)
    assert (shown.status, shown.edition, shown.version) == ("aborted", 1, made.game.version + 1)
    assert plain(shown.options) == plain(made.game.options)
    assert (shown.view is None) == spoilt
    last = plain(house.steps(game, None, made.game.version))
    assert [(event["kind"], event["reason"]) for event in last[0]["events"]] == [
        ("game_ended", "edition-retired")
    ]
    assert later.see(game, None, READER)[0].version == shown.version


def test_many_who_look_at_a_retired_game_at_once_see_it_aborted_once(house: House) -> None:
    made = house.create(ANA, BO)
    later = Hosting(house.store, house.live, {"vantage": Later()}, clock=lambda: house.now)
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda _: later.see(made.game.id, None, READER)[0], range(8)))
    assert {(shown.status, shown.version) for shown in seen} == {("aborted", made.game.version + 1)}


def test_in_the_median_a_state_takes_two_kib_and_a_move_250_bytes_of_log(house: House) -> None:
    made = house.create(*[NewSeat(name=name) for name in ("Ana", "Bo", "Cy", "Di")])
    game, tokens = made.game.id, [str(token) for token in made.seat_tokens]
    states = []
    while house.finish(game, tokens, moves=3).status == "playing":
        states.append(len(house.store.read(game).state or b""))  # type: ignore[union-attr]
    assert 1000 < median(states) <= 2048
    rows = [len(row.body) for row in house.store.rows(game, 2, 1000)]
    assert 50 < median(rows) <= 250


def test_no_row_has_texts_and_no_secret_is_kept(house: House) -> None:
    made = house.create(ANA, BO)
    game, tokens = made.game.id, [str(token) for token in made.seat_tokens]
    house.finish(game, tokens, moves=5)
    stored, rows = house.stored(game)
    for row in rows:
        assert type(msgspec.json.decode(row.body)) is list
        assert b'"text"' not in row.body
    for token in (made.host_token, made.invite, *tokens):
        assert token.rpartition("_")[2].encode() not in stored.meta


def test_nothing_secret_is_in_what_python_shows_of_a_table(house: House) -> None:
    made = house.create(ANA, BO, seed=None)
    game = made.game.id
    table = house.hosting._door.open(game, made.seat_tokens[0])
    shown = repr(table)
    server_seed = table.meta.server_seed
    assert server_seed is not None
    for secret in (server_seed, table.meta.seed, table.meta.salt):
        assert repr(secret)[2:-1] not in shown
    assert str(house.view(game, made.seat_tokens[0]).seats[0].hand) not in shown
