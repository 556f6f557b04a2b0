"""What ``gammonitor doctor`` looks at: what was found and, where something is amiss, the remedy."""
