"""What is said of the packages that were audited, and above all of those that were not."""

import pytest

from tests.advisories import LOCKS, ROOT, Verdict, said, verdict

HOLE = {"id": "PYSEC-1", "aliases": ["CVE-1", "GHSA-1"], "fix_versions": ["1.1"], "description": ""}
SKIPPED = {"name": "b", "skip_reason": "Dependency not found on PyPI and could not be audited: b (1.0)"}


def package(*holes: object) -> dict[str, object]:
    return {"name": "a", "version": "1.0", "vulns": list(holes)}


def test_a_hole_is_named_with_the_version_that_mends_it() -> None:
    found = verdict({"dependencies": [package(HOLE), package()]}, {})
    assert found == Verdict(2, (), ("a 1.0: PYSEC-1, mended in 1.1",))
    assert said("lock", found, required=False) == (
        "lock: 2 packages audited, 1 known holes.\n  a 1.0: PYSEC-1, mended in 1.1",
        True,
    )


@pytest.mark.parametrize("name", ["PYSEC-1", "CVE-1", "GHSA-1"])
def test_an_accepted_advisory_by_any_of_its_names_is_none(name: str) -> None:
    found = verdict({"dependencies": [package(HOLE)]}, {name: "not called here"})
    assert said("lock", found, required=True) == ("lock: 1 packages audited, 0 known holes.", False)


@pytest.mark.parametrize("required", [False, True])
def test_what_was_skipped_is_not_audited_whatever_the_summary_says(required: bool) -> None:
    """Where the advisories cannot be reached, pip-audit skips all and says that there are no holes."""
    text, fails = said("lock", verdict({"dependencies": [SKIPPED]}, {}), required)
    assert "NOT AUDITED" in text
    assert fails is required
    text, fails = said("lock", verdict({"dependencies": [SKIPPED, package()]}, {}), required)
    assert (
        text == "lock: 1 packages audited, 0 known holes; NOT AUDITED, as the source does not know them: b."
    )
    assert fails is required


@pytest.mark.parametrize("required", [False, True])
def test_that_nobody_could_be_asked_is_said_and_fails_only_what_requires_it(required: bool) -> None:
    text, fails = said("lock", None, required)
    assert "NOT AUDITED: no source of advisories could be reached (osv, pypi)" in text
    assert fails is required


def test_the_locks_are_there() -> None:
    assert all((ROOT / lock).is_file() for lock in LOCKS)
