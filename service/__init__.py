"""The microservice: HTTP, storage, hosting; the only package that knows Flask, marshmallow and Redis."""
