"""What /openapi.json describes is what the station does: schemathesis tries to prove otherwise."""

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from monitor.station.screens import SourceHealth
from monitor.web.access import Access
from monitor.web.app import create_app
from tests.monitor.station.stand_in import Places, Told

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
]
ENDLESS = ("/stream", "/picture.mjpg")
PATHS = sorted(
    f"{method.upper()} {path}"
    for path, methods in create_app([], Access()).openapi()["paths"].items()
    for method in methods
    if not path.endswith(ENDLESS)
)


@pytest.fixture(scope="module")
def hall(hall: Told) -> Told:
    """The same once its source has ended, with somebody to place the board."""
    hall.table.health(SourceHealth("ended"))
    hall.table.placing = Places()
    return hall


@pytest.fixture(scope="module")
def app(hall: Told) -> FastAPI:
    return create_app([hall.table], Access(), ["testserver"])


@pytest.fixture(scope="module")
def description(app: FastAPI) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value
)
@pytest.mark.parametrize("label", PATHS)
def test_what_is_described_is_what_happens(
    description: schemathesis.BaseSchema, label: str, mode: GenerationMode
) -> None:
    operation = description.find_operation_by_label(label)
    assert operation is not None
    if mode.is_negative and not (operation.path_parameters or operation.query or operation.body):
        pytest.skip("it takes nothing that could be wrong")

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=10,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: schemathesis.Case) -> None:
        if mode.is_positive and "table" in case.path_parameters:
            case.path_parameters["table"] = "hall-1"
        case.call_and_validate(checks=CHECKS)

    check()


def test_every_route_is_described(app: FastAPI) -> None:
    paths = app.openapi()["paths"]
    assert "/api/tables/{table}/cards/{finding}/{what}" in paths
    for path, methods in paths.items():
        for method, about in methods.items():
            assert about.get("description"), (method, path)
            answers = about["responses"]
            assert any(status.startswith("2") for status in answers)
            if path.startswith(("/api/tables", "/api/calibration")):
                assert {"401", "403", "404", "409", "422"} <= answers.keys(), (method, path)
