"""The looping modes: how the next round of a run is chosen, by the same limits and the same Steps in all of them."""
