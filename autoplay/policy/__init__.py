"""Policies: board in, advice out."""

from autoplay.errors import UsageError
from autoplay.policy.advice import Advice, Alternative, Policy
from autoplay.policy.lowest_risk import LowestRisk

__all__ = ["POLICIES", "Advice", "Alternative", "Policy", "make_policy"]

POLICIES = ("lowest_risk",)


def make_policy(name: str) -> Policy:
    """Return the policy of this name; UsageError names the ones there are."""
    match name:
        case "lowest_risk":
            return LowestRisk()
        case _:
            raise UsageError(f"no policy {name!r}; use one of {', '.join(POLICIES)}")
