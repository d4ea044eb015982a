from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple


def first_query(query: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    return dict(query or {})


def gone_through(
    query: Mapping[str, Any], page: Mapping[str, Any]
) -> Tuple[List[Any], Optional[Dict[str, Any]]]:
    """
    A page's objects in the order to go through them, and the query of the next page; None after the last. From
    `ending_before` on it goes from older to newer, as they came; otherwise from newer to older (docs/site/lists.md).
    """
    cursor = "ending_before" if query.get("ending_before") is not None else "starting_after"
    items = list(page["data"])
    if cursor == "ending_before":
        items.reverse()
    if not page["has_more"] or not items:
        return items, None
    return items, {**query, cursor: items[-1]["id"]}
