"""From an address to the store behind it."""

from service.address import Address
from service.store.cluster import Cluster
from service.store.pool import Bounds, Pool
from service.store.server import Server
from service.store.single import Single, Watched


def server_at(url: str, bounds: Bounds) -> Server:
    """The store at this address. Nothing is connected yet.

    An address that is none is a ValueError, which does not repeat it: a password may stand in it.
    """
    try:
        address = Address.parse(url)
        if address.kind == "cluster":
            return Cluster(address, bounds)
        if address.kind == "sentinel":
            return Watched(address, bounds)
        return Single(Pool.at(url, bounds))
    except (ValueError, TypeError):
        raise ValueError("not an address of a store, as in redis://host:6379/0") from None
