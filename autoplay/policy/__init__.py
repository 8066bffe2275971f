"""Policies: board in, advice out."""

from autoplay.errors import UsageError
from autoplay.policy.advice import Advice, Alternative, Policy, Reveal
from autoplay.policy.explain import explained
from autoplay.policy.lowest_risk import LowestRisk

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "Advice",
    "Alternative",
    "LowestRisk",
    "Policy",
    "Reveal",
    "explained",
    "make_policy",
]

POLICIES = ("lowest_risk",)
DEFAULT_POLICY = "lowest_risk"


def make_policy(name: str, engine: str = "auto") -> Policy:
    """Return the policy of this name; UsageError names the ones there are."""
    match name:
        case "lowest_risk":
            return LowestRisk(engine)
        case _:
            raise UsageError(f"no policy {name!r}; use one of {', '.join(POLICIES)}")
