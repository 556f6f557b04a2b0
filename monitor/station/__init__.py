"""One table as people at a station see and handle it: while it is watched, or from its journal."""
