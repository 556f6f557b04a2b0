"""Training of the networks, from pictures made by ``fixtures``; needs the extra ``[train]``."""
