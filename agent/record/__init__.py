"""The writer of what research reads and finds. Every write merges on a key, so that writing again changes nothing."""

from agent.record.sources import Arrival, Arrived, arrival_of, record_arrivals

__all__ = ["Arrival", "Arrived", "arrival_of", "record_arrivals"]
