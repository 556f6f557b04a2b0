"""Many tables: each station says by MQTT how its match stands; the director sees all of them on one page."""
