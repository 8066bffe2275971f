"""Policies: board in, advice out."""

from autoplay.errors import UsageError
from autoplay.inference import chosen_engine
from autoplay.policy.advice import Advice, Alternative, OfAnother, Policy, Reveal
from autoplay.policy.assumed import UNTOLD, Untold, analysis_behind, if_in_all, weighed_by
from autoplay.policy.chance import why_no_chance, with_chance
from autoplay.policy.explain import explained
from autoplay.policy.lowest_risk import LowestRisk
from autoplay.policy.premises import Premises, on_premises
from autoplay.policy.settings import Settings, parse_settings
from autoplay.policy.winning_twin import WinningTwin

__all__ = [
    "DEFAULT_POLICY",
    "POLICIES",
    "Advice",
    "Alternative",
    "LowestRisk",
    "OfAnother",
    "Policy",
    "Premises",
    "Reveal",
    "Settings",
    "Untold",
    "analysis_behind",
    "explained",
    "if_in_all",
    "make_policy",
    "on_premises",
    "weighed_by",
    "why_no_chance",
    "with_chance",
]

POLICIES = ("winning", "lowest_risk")
DEFAULT_POLICY = "winning"


def make_policy(spec: str, engine: str = "auto") -> Policy:
    """Return the policy that is written as ``NAME`` or ``winning:SETTING=VALUE,...``.

    ``budget=50ms`` and ``budget=2000nodes`` are settings too. ``untold:`` before it hides the mine
    total from the policy, which estimates it; ``untold-uniform:`` has every layout count once
    instead. UsageError names the policies, the settings or the engines there are.
    """
    engine = chosen_engine(engine)
    name, _, assignments = spec.partition(":")
    match name:
        case hidden if hidden in UNTOLD.values():
            policy = make_policy(assignments, engine)
            if isinstance(policy, Untold):
                raise UsageError(f"{spec!r}: one of {' and '.join(UNTOLD.values())} is enough")
            return Untold(policy, estimated=hidden == UNTOLD[True])
        case "winning":
            settings = parse_settings(filter(None, assignments.split(",")))
            return _winning(settings, engine)
        case "lowest_risk" if assignments:
            raise UsageError("lowest_risk has no settings")
        case "lowest_risk":
            return LowestRisk(engine)
        case _:
            raise UsageError(f"no policy {name!r}; use one of {', '.join(POLICIES)}")


def _winning(settings: Settings, engine: str) -> Policy:
    if engine == "python":
        return WinningTwin(settings)
    from autoplay.policy.winning import Winning

    return Winning(settings)
