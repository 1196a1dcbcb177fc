"""API keys: the file, what of it is refused and how, whose a key is, and the command that makes one."""

import hashlib
import re
from pathlib import Path

import pytest

from service import auth, keys
from service.app import create_app
from service.config import BadConfig, Config
from service.keys import ApiKey, BadKeys, Keys
from service.quota import Quota
from service.server_log import _SECRET

ONE, TWO = "1" * 64, "2" * 64


def read(tmp_path: Path, text: str) -> Keys:
    """The keys of a file with this text."""
    (tmp_path / "keys").write_bytes(text.encode())
    return Keys.read(tmp_path / "keys")


def test_a_line_a_key_with_comments_and_empty_lines(tmp_path: Path) -> None:
    text = f"# ours\n\nacme:{ONE}:\r\n  b.2-c_d : {TWO} : tables=600/60 \n"
    assert read(tmp_path, text).all == (
        ApiKey("acme", ONE, {}),
        ApiKey("b.2-c_d", TWO, {"tables": Quota(600, 60)}),
    )


def test_a_file_without_keys_is_one(tmp_path: Path) -> None:
    assert read(tmp_path, "# none yet\n").all == ()


def test_a_name_may_stand_with_an_old_and_a_new_key(tmp_path: Path) -> None:
    found = read(tmp_path, f"acme:{ONE}:\nacme:{TWO}:tables=5/1\n")
    assert found.find(ONE) == ApiKey("acme", ONE, {})
    assert found.find(TWO) == ApiKey("acme", TWO, {"tables": Quota(5, 1)})
    assert found.find("3" * 64) is None


def test_Q56_only_the_sha256_of_a_key_is_compared(tmp_path: Path) -> None:
    key = auth.new_key()
    found = read(tmp_path, f"acme:{hashlib.sha256(key.encode()).hexdigest()}:\n")
    token = auth.parse(key)
    assert token is not None
    assert (token.role, token.game) == ("key", "")
    assert found.find(token.digest) == found.all[0]
    assert key not in repr(token)


@pytest.mark.parametrize(
    "line",
    [
        f"acme:{ONE}",  # no limits
        f"acme:{ONE}::",
        "acme",
        f":{ONE}:",  # no name
        f"Acme:{ONE}:",
        f"a/b:{ONE}:",
        f"a b:{ONE}:",
        f"{'a' * 41}:{ONE}:",
        "acme::",  # no hash
        f"acme:{'1' * 63}:",
        f"acme:{'1' * 65}:",
        f"acme:{'A' * 64}:",  # one form of a hash only
        f"acme:fdk_{'z' * 43}:",  # the key itself
        f"acme:{ONE}:tables",
        f"acme:{ONE}:tables=0/60",
        f"acme:{ONE}:tables=5",
        f"acme:{ONE}:tables=5/0",
        f"acme:{ONE}:tables=5/60,tables=6/60",
        f"acme:{ONE}:chairs=5/60",
        f"acme:{ONE}:moves=5/60",  # moves are made with the tokens of seats
        f"acme:{ONE}:tables=5/60,",
        f"acme:{ONE}:tables=\u0665/60",
    ],
)
def test_a_bad_line_is_named_by_its_number_and_never_repeated(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadKeys) as refusal:
        read(tmp_path, f"# ours\ngood:{TWO}:\n{line}\n")
    said = str(refusal.value)
    assert said.startswith("line 3")
    for part in re.split("[:,]", line):
        assert len(part) < 7 or part not in said


def test_a_hash_stands_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadKeys, match=r"^line 2 has the hash of a line before$"):
        read(tmp_path, f"acme:{ONE}:\nother:{ONE}:\n")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "keys").write_bytes(b"\xff\xfe")
    with pytest.raises(BadKeys, match="no text"):
        Keys.read(tmp_path / "keys")


def test_FAIRDEAL_KEYS_names_the_file_and_is_handed_to_children(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"acme:{ONE}:\n")
    config = Config.from_environ({"FAIRDEAL_KEYS": str(path)})
    assert config.keys == Keys(path, (ApiKey("acme", ONE, {}),))
    assert config.for_child()["FAIRDEAL_KEYS"] == str(path)
    assert Config.from_environ(config.for_child()).keys == config.keys
    assert ONE not in repr(config)
    assert Config.from_environ({}).keys is None
    assert Config().for_child()["FAIRDEAL_KEYS"] == ""


def test_a_bad_key_file_is_a_bad_configuration(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    with pytest.raises(BadConfig, match=r"^FAIRDEAL_KEYS: .*/keys cannot be read \(No such file"):
        Config.from_environ({"FAIRDEAL_KEYS": str(path)})
    path.write_text("acme:secret:\n")
    with pytest.raises(BadConfig, match=r"^FAIRDEAL_KEYS: .*/keys: line 1: in the middle stands") as refusal:
        Config.from_environ({"FAIRDEAL_KEYS": str(path)})
    assert "secret" not in str(refusal.value)


def test_the_command_makes_a_key_and_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert keys.main(["acme"]) == 0
    said = capsys.readouterr().out
    (key,) = re.findall(r"fdk_[0-9A-Za-z]{43}\b", said)
    (line,) = re.findall(r"acme:\S+", said)
    found = read(tmp_path, line).find(auth.digest(key))
    assert found is not None
    assert (found.name, found.limits) == ("acme", {})


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["A"], ["--help"], ["a:b"]])
def test_the_command_takes_one_name(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert keys.main(arguments) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("secret", ["0" * 21, "0" * 65, "0" * 42 + "-", "0" * 30 + "\n"])
def test_what_is_no_key_is_no_token(secret: str) -> None:
    with pytest.raises(Exception, match="not a token"):
        auth.parse(f"fdk_{secret}")


@pytest.mark.parametrize("length", [22, 43, 64])
def test_Q56_a_key_of_any_length_is_cut_from_the_log(length: int) -> None:
    key = f"fdk_{'a' * length}"
    assert auth.parse(key) is not None
    assert _SECRET.sub("[secret]", f"header {key}!") == "header [secret]!"


def test_a_game_id_is_made_of_the_name_and_the_idempotency_key() -> None:
    digest = hashlib.sha256(b"create|acme|6f1f0c0e-5a8e-4a59-9a55-8a7a2b9d1c11").digest()
    number = int.from_bytes(digest, "big") % 62**22
    text = ""
    for _ in range(22):
        number, digit = divmod(number, 62)
        text = auth.ALPHABET[digit] + text
    assert auth.game_id("6f1f0c0e-5a8e-4a59-9a55-8a7a2b9d1c11", "acme") == text
    ids = {auth.game_id("6f1f0c0e-5a8e-4a59-9a55-8a7a2b9d1c11", owner) for owner in (None, "acme", "other")}
    assert len(ids) == 3


def test_Q52_a_key_of_the_file_has_its_own_rate_limit(service_store: str) -> None:
    name = f"limited-{auth.random_text(8).lower()}"
    small, plain = auth.new_key(), auth.new_key()
    found = Keys(
        Path("keys"),
        (
            ApiKey(name, auth.digest(small), {"tables": Quota(2, 30)}),
            ApiKey("plain", auth.digest(plain), {}),
        ),
    )
    app = create_app(Config(redis_url=service_store, keys=found, rate_limits=True))
    client, new = app.test_client(), {"ruleset": "vantage", "seats": [{"name": "Ana"}, {"open": True}]}
    answers = [
        client.post("/v1/games", json=new, headers={"Authorization": f"Bearer {small}"}) for _ in range(3)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"tables";q=2;w=30'
    app.extensions["fairdeal-live"].close()
    app.extensions["fairdeal-store"].close()
