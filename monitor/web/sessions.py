"""Logging in and out."""

import asyncio
from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from monitor.web.errors import ApiError, ErrorBody
from monitor.web.models import Done, Login, Session
from monitor.web.roles import COOKIE, access_of, address_of, role_of


def session_routes() -> APIRouter:
    """/api/session, /api/login, /api/logout."""
    routes = APIRouter(prefix="/api", tags=["session"])

    @routes.get("/session")
    async def session(request: Request) -> Session:
        """Who asks."""
        return _session(request)

    @routes.post(
        "/login", responses={status: {"model": ErrorBody} for status in (400, 401, 403, 413, 421, 422, 429)}
    )
    async def login(request: Request, response: Response, given: Login) -> Session:
        """Say who you are; sets the cookie of the session."""
        access, address = access_of(request), address_of(request)
        wait = access.wait(address)
        if wait > 0:
            raise ApiError(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too many wrong passwords",
                f"Try again in {wait:.0f} s.",
                {"Retry-After": str(int(wait) + 1)},
            )
        if not access.needed:
            return _session(request)
        found = await asyncio.to_thread(access.login, given.password, address)
        if found is None:
            raise ApiError(HTTPStatus.UNAUTHORIZED, "that is not the password of any role", "Try again.")
        role, token = found
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return Session(role=role, login_needed=True, live=_live(request))

    @routes.post("/logout")
    async def logout(request: Request, response: Response) -> Done:
        """End the session."""
        access_of(request).logout(request.cookies.get(COOKIE))
        response.delete_cookie(COOKIE, httponly=True, samesite="strict", path="/")
        return Done()

    return routes


def _session(request: Request) -> Session:
    return Session(role=role_of(request), login_needed=access_of(request).needed, live=_live(request))


def _live(request: Request) -> bool:
    return any(table.live for table in request.app.state.tables.values())
