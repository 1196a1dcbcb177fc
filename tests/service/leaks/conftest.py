"""The two universes."""

from collections.abc import Iterator

import pytest

from tests.service.leaks.universes import Universe

DATABASES = (11, 12)


@pytest.fixture(scope="package")
def both(service_store: str) -> Iterator[tuple[Universe, Universe]]:
    """Two services over the same Valkey, each with a database of its own."""
    made = [Universe(service_store, database) for database in DATABASES]
    yield made[0], made[1]
    for universe in made:
        universe.close()


@pytest.fixture
def pair(both: tuple[Universe, Universe]) -> tuple[Universe, Universe]:
    """The same, without any game."""
    for universe in both:
        universe.raw.flushdb()
    return both
