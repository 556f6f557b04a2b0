"""A correction as the pages send it, as the event that the tracker takes."""

from monitor.events import Event, Json
from monitor.rederiving import READING
from monitor.station.errors import TableError
from monitor.tracking import check_correction


def correction(given: Json, now: float, cube: int) -> Event:
    """The event. given: the fields that were sent. now: newest presentation time (s).

    Raises TableError or EventError for what cannot be.
    """
    data: Json = {"code": READING}
    data |= {
        name: given[name] for name in ("board", "dice", "to_act", "crawford") if given.get(name) is not None
    }
    if given.get("score") is not None:
        data["score"] = {"A": given["score"][0], "B": given["score"][1]}
    if given.get("cube") is not None or "owner" in given:
        value = given.get("cube")
        data["cube"] = (
            value if isinstance(value, dict) else {"value": value or cube, "owner": given.get("owner")}
        )
    t = given.get("t") or 0.0
    if t > now:
        raise TableError(f"{t:.2f} s has not come yet; the newest picture is of {now:.2f} s")
    event = Event("Corrected", t=t, src="operator", data=data)
    check_correction(event)
    return event
