"""What is taken to be so of a game that no board of it shows: its first click, its mine total."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.game import FirstClick
from autoplay.policy.advice import Policy
from autoplay.policy.assumed import AssumedTotal
from autoplay.policy.opener import Opener
from autoplay.policy.unflagged import Unflagged


@dataclass(frozen=True)
class Premises:
    """What the game promises of its ``first_click``, and its ``mines`` where these are assumed.

    Without, they are ``estimated`` anew for each guess, where that is not ruled out.
    """

    first_click: FirstClick | None = None
    mines: int | None = None
    estimated: bool = True


def on_premises(policy: Policy, premises: Premises) -> Policy:
    """Return the policy that plays by these premises and leaves the rest to the other one.

    Of its guesses one without the person's flag is preferred to one that is little better.
    """
    assuming = AssumedTotal(policy, premises.mines, estimated=premises.estimated)
    return Unflagged(Opener(assuming, premises.first_click, premises.mines))
