"""The environment's variables: what each takes, what it is without, and what is refused."""

import ast
from pathlib import Path

import pytest

from service.config import BadConfig, Config

ROOT = Path(__file__).resolve().parents[2]


def test_an_empty_environment_serves_this_machine_from_the_project_folder() -> None:
    assert Config.from_environ({}) == Config(
        host="127.0.0.1",
        port=8000,
        redis_url=None,
        workers=2,
        data=ROOT / "data",
        base_url=None,
        log_level="info",
        rate_limits=None,
        trusted_proxies=0,
        replicas=0,
        client_seconds=30,
    )


def test_every_variable_is_read() -> None:
    environ = {
        "HOST": "0.0.0.0",
        "PORT": "80",
        "REDIS_URL": "rediss://user:secret@store.example:6380/1",
        "WORKERS": "5",
        "DATA": "/var/lib/fairdeal",
        "BASE_URL": "https://games.example/fairdeal/",
        "LOG_LEVEL": "WARNING",
        "RATE_LIMITS": "Off",
        "TRUSTED_PROXIES": "2",
        "FAIRDEAL_REPLICAS": "1",
        "CLIENT_SECONDS": "10",
    }
    assert Config.from_environ(environ) == Config(
        host="0.0.0.0",
        port=80,
        redis_url="rediss://user:secret@store.example:6380/1",
        workers=5,
        data=Path("/var/lib/fairdeal"),
        base_url="https://games.example/fairdeal",
        log_level="warning",
        rate_limits=False,
        trusted_proxies=2,
        replicas=1,
        client_seconds=10,
    )


def test_an_empty_variable_is_an_unset_one() -> None:
    names = "HOST PORT REDIS_URL WORKERS DATA BASE_URL LOG_LEVEL FAIRDEAL_KEYS RATE_LIMITS TRUSTED_PROXIES"
    names += " CLIENT_SECONDS"
    assert Config.from_environ(dict.fromkeys(names.split(), "")) == Config.from_environ({})


def test_a_relative_data_folder_is_taken_from_where_the_service_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Config.from_environ({"DATA": "games"}).data == tmp_path / "games"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("PORT", "65536", "PORT takes a whole number from 0 to 65535, not '65536'"),
        ("PORT", "-1", "not '-1'"),
        ("PORT", "8000\n", r"not '8000\\n'"),
        ("PORT", "٨", "not '٨'"),
        ("PORT", "9" * 5000, "PORT takes"),
        ("PORT", "http", "not 'http'"),
        ("WORKERS", "0", "WORKERS takes a whole number from 1 to 64, not '0'"),
        ("WORKERS", "2.5", "not '2.5'"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL takes debug, info, warning or error, not 'loud'"),
        ("RATE_LIMITS", "maybe", "RATE_LIMITS takes on or off, not 'maybe'"),
        ("RATE_LIMITS", "1", "not '1'"),
        ("TRUSTED_PROXIES", "9", "TRUSTED_PROXIES takes a whole number from 0 to 8, not '9'"),
        ("CLIENT_SECONDS", "0", "CLIENT_SECONDS takes a whole number from 1 to 600, not '0'"),
        ("TRUSTED_PROXIES", "*", "not '\\*'"),
        ("FAIRDEAL_REPLICAS", "9", "FAIRDEAL_REPLICAS takes a whole number from 0 to 8, not '9'"),
        ("FAIRDEAL_REPLICAS", "1", "FAIRDEAL_REPLICAS needs a REDIS_URL: the store of its own"),
        ("BASE_URL", "games.example", "BASE_URL takes an address like https://games.example"),
        ("BASE_URL", "ftp://games.example", "BASE_URL takes"),
        ("BASE_URL", "https://games.example/?a=1", "BASE_URL takes"),
        ("BASE_URL", "https://user@games.example", "BASE_URL takes"),
        ("BASE_URL", "https://[games", "BASE_URL takes"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(name: str, text: str, says: str) -> None:
    with pytest.raises(BadConfig, match=says):
        Config.from_environ({name: text})


@pytest.mark.parametrize(
    "text", ["http://user:secret@store", "user:secret@store:6379", "redis", "redis:secret"]
)
def test_a_bad_store_address_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(BadConfig) as refusal:
        Config.from_environ({"REDIS_URL": text})
    assert str(refusal.value) == (
        "REDIS_URL takes an address that begins with redis://, rediss://, unix://, redis+cluster://, "
        "rediss+cluster://, redis+sentinel:// or rediss+sentinel://"
    )


@pytest.mark.parametrize("text", ["redis+cluster://:secret@", "redis+sentinel://:secret@host"])
def test_a_bad_address_of_several_servers_is_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(
        BadConfig, match=r"redis\+cluster://host:port.*redis\+sentinel://.*/service"
    ) as refusal:
        Config.from_environ({"REDIS_URL": text})
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("text", ["redis+cluster://a,b:7000", "rediss+sentinel://u:p@a/games"])
def test_an_address_of_several_servers_is_taken_as_it_is(text: str) -> None:
    assert Config.from_environ({"REDIS_URL": text}).redis_url == text


def test_a_child_process_reads_the_same_configuration() -> None:
    given = {"PORT": "0", "REDIS_URL": "unix:///run/valkey.sock", "WORKERS": "3", "LOG_LEVEL": "error"}
    given["FAIRDEAL_REPLICAS"] = "2"
    limits = {"RATE_LIMITS": "on", "TRUSTED_PROXIES": "1", "CLIENT_SECONDS": "7"}
    for config in map(Config.from_environ, (given, given | limits, {"RATE_LIMITS": "off"}, {})):
        assert Config.from_environ(config.for_child()) == config


def test_only_the_configuration_reads_the_environment() -> None:
    """`__main__.py` hands on what `for_child` gives; nothing else says os.environ or getenv. What a request
    comes with is another environ."""
    readers = {
        str(path.relative_to(ROOT))
        for package in ("engine", "service")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("environ", "environb", "getenv")
            and ast.unparse(node) != "request.environ"
        )
        or (isinstance(node, ast.alias) and node.name in ("environ", "environb", "getenv"))
    }
    assert readers == {"service/config.py"}
