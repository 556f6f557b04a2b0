"""Which role a request has, and routes that ask for one."""

from collections.abc import Callable
from http import HTTPStatus

from fastapi import Depends
from starlette.requests import HTTPConnection

from monitor.web.access import Access, Role, allows
from monitor.web.errors import ApiError

COOKIE = "gammonitor"


def access_of(connection: HTTPConnection) -> Access:
    """The access list of the application that got the request."""
    access: Access = connection.app.state.access
    return access


def address_of(connection: HTTPConnection) -> str:
    """The address a request came from."""
    return connection.client.host if connection.client else "unknown"


def role_of(connection: HTTPConnection) -> Role | None:
    """The role of a request: by session, or a viewer's by ``?token=`` or bearer; None for none.

    ``?as=viewer`` asks for no more than a viewer may see, whoever asks: what goes on air is asked for so.
    """
    access = access_of(connection)
    role = access.role(connection.cookies.get(COOKIE))
    if role is not None:
        return "viewer" if connection.query_params.get("as") == "viewer" else role
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = connection.query_params.get("token") or (bearer if scheme.lower() == "bearer" else "")
    if token and access.token_is_viewers(token, address_of(connection)):
        return "viewer"
    return None


def require(wanted: Role) -> Callable[[HTTPConnection], Role]:
    """A dependency that lets through who has the rights of a role."""

    def check(connection: HTTPConnection) -> Role:
        role = role_of(connection)
        if role is None:
            raise ApiError(HTTPStatus.UNAUTHORIZED, "you are not logged in", "Log in at /login.")
        if not allows(role, wanted):
            raise ApiError(HTTPStatus.FORBIDDEN, f"a {role} may not do this", f"Log in as {wanted}.")
        return role

    check.role = wanted  # type: ignore[attr-defined]
    return check


Viewer = Depends(require("viewer"))
Monitor = Depends(require("monitor"))
