"""Policies: board in, advice out."""

from autoplay.errors import UsageError
from autoplay.inference import kernel_available
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

POLICIES = ("winning", "lowest_risk")
DEFAULT_POLICY = "winning"


def make_policy(name: str, engine: str = "auto") -> Policy:
    """Return the policy of this name; UsageError names the ones there are.

    The searches of ``winning`` are compiled: with the Python engine it plays the lowest risk.
    """
    match name:
        case "winning" if kernel_available() and engine != "python":
            from autoplay.policy.winning import Winning

            return Winning()
        case "lowest_risk" | "winning":
            return LowestRisk(engine)
        case _:
            raise UsageError(f"no policy {name!r}; use one of {', '.join(POLICIES)}")
