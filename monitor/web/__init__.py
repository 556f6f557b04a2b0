"""The station on the network: routes, pages, and who may use them."""
