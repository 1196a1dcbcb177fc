"""The addresses of stores: what each form says, and that what is none is not repeated."""

import pytest

from service.address import Address

SECRET = "s3cret"


@pytest.mark.parametrize(
    "text", ["redis://host", "rediss://user:pw@host:6380/1?timeout=3", "unix:///run/valkey.sock"]
)
def test_one_server_is_named_as_redis_py_takes_it(text: str) -> None:
    assert Address.parse(text) == Address("one", text)


@pytest.mark.parametrize(
    ("text", "hosts", "first"),
    [
        ("redis+cluster://one:7000", (("one", 7000),), "redis://one:7000/"),
        ("redis+cluster://one,two:7001/", (("one", 6379), ("two", 7001)), "redis://one:6379/"),
        ("redis+cluster://10.0.0.1:1,[::1]:2/0", (("10.0.0.1", 1), ("::1", 2)), "redis://10.0.0.1:1/0"),
        (
            "rediss+cluster://u:p%40@one?ssl_ca_certs=a",
            (("one", 6379),),
            "rediss://u:p%40@one:6379/?ssl_ca_certs=a",
        ),
    ],
)
def test_a_cluster_is_some_of_its_nodes(text: str, hosts: tuple[tuple[str, int], ...], first: str) -> None:
    address = Address.parse(text)
    assert (address.kind, address.hosts, address.service) == ("cluster", hosts, "")
    assert address.of(hosts[0]) == first
    assert address.of(("fd00::2", 9)).startswith(first.partition("://")[0] + "://")
    assert "[fd00::2]:9/" in address.of(("fd00::2", 9))


def test_a_watched_server_is_its_sentinels_and_a_name() -> None:
    address = Address.parse(
        "redis+sentinel://u:p@one,two:7001/games/2?sentinel_password=q%40&socket_keepalive=yes"
    )
    assert (address.kind, address.hosts) == ("sentinel", (("one", 26379), ("two", 7001)))
    assert address.service == "games"
    assert address.of(("master", 6379)) == "redis://u:p@master:6379/2?socket_keepalive=yes"
    assert address.of_sentinel(("one", 26379)) == "redis://:q%40@one:26379?socket_keepalive=yes"
    bare = Address.parse("rediss+sentinel://u:p@one/games")
    assert bare.of_sentinel(("one", 26379)) == "rediss://one:26379", "its password is not told to sentinels"


@pytest.mark.parametrize(
    "rest",
    [
        *(
            "redis+cluster://",
            "redis+cluster://{0}@",
            "redis+cluster://{0}@host:port",
            "redis+cluster://host:0",
        ),
        *(
            "redis+cluster://{0}/x@host",
            "redis+cluster://host:70000",
            "redis+cluster://host:",
            "redis+cluster://a,,b",
        ),
        *(
            "redis+cluster://host/1",
            "redis+cluster://host/0/0",
            "redis+cluster://ho st",
            "redis+cluster://[::1",
        ),
        *("redis+sentinel://host", "redis+sentinel://:{0}@host/", "redis+sentinel://host/games/x"),
        *("redis+sentinel://:{0}#@host/games", "http://:{0}@host", "{0}", "redis+ring://host", "redis"),
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(rest: str) -> None:
    with pytest.raises(ValueError, match="not an address of a store") as refused:
        Address.parse(rest.format(SECRET))
    assert SECRET not in str(refused.value)


def test_an_address_is_not_printed() -> None:
    assert SECRET not in repr(Address.parse(f"redis+cluster://:{SECRET}@host"))
