"""Learned rules and explanations as objects, and how a notebook shows them."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any

_WORDS = {"at_most": "<=", "above": ">", "is": "is", "is_not": "is not", "missing": "is missing", "present": "is known"}

_STYLE = """<style>
.xfold{font:13px/1.5 system-ui,sans-serif}.xfold li{margin:.15em 0}.xfold ol,.xfold ul{margin:.2em 0 .4em;padding-left:1.6em}
.xfold .head{font-weight:600}.xfold .support{color:#777;font-size:90%}.xfold .unless{color:#a33}
.xfold .cond{background:rgba(128,128,128,.14);border-radius:3px;padding:0 .3em;white-space:nowrap}
</style>"""


@dataclass(frozen=True)
class Condition:
    """One condition of a rule.

    Attributes
    ----------
    column : str
        The column it looks at.
    operator : str
        ``"<="``, ``">"``, ``"is"``, ``"is not"``, ``"is missing"`` or ``"is known"``.
    value : float, str or None
        What the cell is compared with.
    """

    column: str
    operator: str
    value: float | str | None = None

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.column} {self.operator}"
        value = f"{self.value:.15g}" if isinstance(self.value, float) else str(self.value)
        return f"{self.column} {self.operator} {value}"


@dataclass(frozen=True)
class Rule:
    """A default rule: it gives its class if all conditions hold and no exception does.

    Attributes
    ----------
    head : object
        The class, as in ``classes_``; none for an exception.
    conditions : list of Condition
        All of them must hold; a rule without any is the default.
    exceptions : list of Rule
        None of them may apply.
    rows : float or None
        The training rows that it covers, by weight.
    right : float or None
        Those of them that it is right about.
    after : list
        It is asked only where no rule of these classes applies.
    theory : int
        The theory it belongs to, from one on, where several vote; else 0.
    """

    head: Any
    conditions: list[Condition]
    exceptions: list[Rule] = field(default_factory=list)
    rows: float | None = None
    right: float | None = None
    after: list[Any] = field(default_factory=list)
    theory: int = 0

    @property
    def is_default(self) -> bool:
        """Whether it applies where no other rule does."""
        return not self.conditions and not self.exceptions

    @property
    def support(self) -> float | None:
        """The share of the rows it covers that it is right about."""
        if self.rows is None or self.right is None or self.rows <= 0:
            return None
        return self.right / self.rows

    def _body(self) -> str:
        body = " and ".join(str(condition) for condition in self.conditions) or "otherwise"
        unless = " or ".join(f"({exception._body()})" for exception in self.exceptions)
        return f"{body} unless {unless}" if unless else body

    def __str__(self) -> str:
        return self._body() if self.head is None else f"{self.head} if {self._body()}"

    def _to_html(self, target: str) -> str:
        cells = (f"<span class=cond>{html.escape(str(condition))}</span>" for condition in self.conditions)
        body = " and ".join(cells) or ("otherwise" if self.after or self.head is not None else "always")
        if self.head is not None:
            head = f"<span class=head>{html.escape(f'{target} is {self.head}')}</span>"
            body = f"{head}{', ' if self.is_default else ' if '}{body}"
        if self.rows is not None and self.right is not None:
            body += f" <span class=support>{self.right:.6g} of {self.rows:.6g}</span>"
        if not self.exceptions:
            return f"<li>{body}</li>"
        unless = "".join(exception._to_html(target) for exception in self.exceptions)
        return f"<li>{body} <span class=unless>unless</span><ul>{unless}</ul></li>"


def rules_from(text: str, labels: dict[str, Any]) -> list[Rule]:
    """Rules from their JSON form; ``labels`` gives the classes for their names."""

    def rule(value: dict[str, Any]) -> Rule:
        conditions = [
            Condition(test["column"], _WORDS[test["operator"]], test["value"]) for test in value["tests"]
        ]
        support = value.get("support") or {}
        name = value.get("class")
        return Rule(
            head=None if name is None else labels.get(name, name),
            conditions=conditions,
            exceptions=[rule(exception) for exception in value["exceptions"]],
            rows=support.get("rows"),
            right=support.get("right"),
            after=[labels.get(other, other) for other in value.get("after", [])],
            theory=value.get("theory", 0),
        )

    return [rule(value) for value in json.loads(text)["rules"]]


def rules_to_html(rules: list[Rule], target: str, summary: str) -> str:
    """Rules for a notebook; those of several theories below each other."""
    parts = []
    for theory in sorted({rule.theory for rule in rules}):
        own = "".join(rule._to_html(target) for rule in rules if rule.theory == theory)
        title = f"<div class=support>theory {theory}</div>" if theory else ""
        parts.append(f"{title}<ol>{own}</ol>")
    return f"{_STYLE}<div class=xfold>{''.join(parts)}<div class=support>{html.escape(summary)}</div></div>"


@dataclass(frozen=True)
class Explanation:
    """Why something follows from rules, or why not.

    ``str`` gives the text, a notebook shows a tree that unfolds, and ``data`` is the proof itself.
    """

    text: str
    html: str
    data: list[dict[str, Any]]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<iframe srcdoc='{html.escape(self.html, quote=True)}' style='width:100%;height:26em;border:0'></iframe>"
