"""Errors as the pages and programs get them: what happened, where, what to do."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from monitor.errors import GammonitorError
from monitor.station.errors import NotHereError, TableError


class Trouble(BaseModel):
    """What happened, where, and what to do."""

    what: str
    where: str
    todo: str


class ErrorBody(BaseModel):
    """The body of every answer that is an error."""

    error: Trouble


class ApiError(Exception):
    """An answer other than success."""

    def __init__(self, status: int, what: str, todo: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(what)
        self.status, self.what, self.todo, self.headers = status, what, todo, headers


def error_response(
    status: int, what: str, where: str, todo: str = "", headers: dict[str, str] | None = None
) -> JSONResponse:
    """An error in the form all of them have."""
    return JSONResponse({"error": {"what": what, "where": where, "todo": todo}}, status, headers)


def install_errors(app: FastAPI) -> None:
    """Give every error of an application that form; nothing of the inside gets out."""
    app.add_exception_handler(ApiError, _api)
    app.add_exception_handler(GammonitorError, _ours)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)


async def _api(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)  # noqa: S101 - registered for it alone
    return error_response(error.status, error.what, request.url.path, error.todo, error.headers)


async def _ours(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, NotHereError):
        return error_response(404, str(error), request.url.path)
    status = 409 if isinstance(error, TableError) else 422
    return error_response(status, str(error), request.url.path)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    what = str(error.detail) if error.detail else HTTPStatus(error.status_code).phrase
    return error_response(error.status_code, what, request.url.path, headers=dict(error.headers or {}))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
    faults = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()]
    return error_response(422, "; ".join(faults), request.url.path, "Send what /openapi.json describes.")
