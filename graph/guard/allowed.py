"""What a statement may call, and how far its paths and lists may reach."""

from typing import Final

MAX_HOPS: Final = 20
"""Relationships in one path of variable length."""
MAX_RELATIONSHIPS: Final = 16
"""Relationships of all patterns of a statement: the server took 7 s to plan 24, and a timeout does not count that."""
MAX_NODES: Final = 40
"""Node patterns of a statement, for the same reason."""
MAX_SUBQUERIES: Final = 6
"""Subqueries in each other: the server took 5 s to plan 16."""
MAX_XOR: Final = 4
"""XORs of a statement: each doubles the condition that the server plans; 8 kept it busy for minutes."""
MAX_UNIONS: Final = 20
"""Parts of a statement that UNION joins."""
MAX_NEIGHBOURS: Final = 1_000
"""Nodes that one question to an index may ask for."""
MAX_ROWS_OF_RANGE: Final = 10_000_000
"""Numbers that UNWIND may take from range(): they become rows one by one, which a timeout stops."""
MAX_STEPS: Final = 10_000_000
"""Steps of one expression, lists in lists multiplied: no timeout stops an expression."""
MAX_WEIGHT: Final = 50_000_000
"""Characters and elements that one value may grow to: strings and lists of expressions escape the memory limit."""
MAX_WORK: Final = 2_000_000_000
"""Characters and elements that the steps of one expression may go through."""
COPYING: Final = frozenset(
    {
        *("btrim", "left", "lower", "ltrim", "normalize", "replace", "reverse", "right", "rtrim", "split"),
        *("substring", "tolower", "tostring", "toupper", "trim", "upper"),
    }
)
"""Functions (lower case) that go through a whole text each time."""
MAX_RANGE: Final = 10_000
"""Numbers of a range() that is kept as a list."""

PROCEDURES: Final = {
    "db.index.fulltext.querynodes": "finds nodes by their words; reads only",
    "db.index.vector.querynodes": "finds nodes near a vector; reads only; its number of neighbours is bounded",
    "db.labels": "names the labels of a graph; reads only",
    "db.relationshiptypes": "names the relationship types of a graph; reads only",
    "db.propertykeys": "names the properties of a graph; reads only",
}
"""Procedure (lower case) -> why it may be called."""

FUNCTIONS: Final = frozenset(
    {
        "avg",
        "collect",
        "count",
        "max",
        "min",
        "percentilecont",
        "percentiledisc",
        "stdev",
        "stdevp",
        "sum",
        "all",
        "any",
        "none",
        "single",
        "exists",
        "isempty",
        "char_length",
        "character_length",
        "coalesce",
        "elementid",
        "endnode",
        "head",
        "id",
        "last",
        "length",
        "nullif",
        "properties",
        "size",
        "startnode",
        "timestamp",
        "toboolean",
        "tobooleanornull",
        "tofloat",
        "tofloatornull",
        "tointeger",
        "tointegerornull",
        "type",
        "valuetype",
        "keys",
        "labels",
        "nodes",
        "range",
        "relationships",
        "reverse",
        "tail",
        "tobooleanlist",
        "tofloatlist",
        "tointegerlist",
        "tostringlist",
        "abs",
        "ceil",
        "ceiling",
        "floor",
        "isnan",
        "rand",
        "round",
        "sign",
        "e",
        "exp",
        "log",
        "ln",
        "log10",
        "sqrt",
        "acos",
        "asin",
        "atan",
        "atan2",
        "cos",
        "cosh",
        "cot",
        "coth",
        "degrees",
        "haversin",
        "pi",
        "power",
        "radians",
        "sin",
        "sinh",
        "tan",
        "tanh",
        "btrim",
        "left",
        "lower",
        "ltrim",
        "normalize",
        "replace",
        "right",
        "rtrim",
        "split",
        "substring",
        "tolower",
        "tostring",
        "tostringornull",
        "toupper",
        "trim",
        "upper",
        "randomuuid",
        "date",
        "date.realtime",
        "date.statement",
        "date.transaction",
        "date.truncate",
        "datetime",
        "datetime.fromepoch",
        "datetime.fromepochmillis",
        "datetime.realtime",
        "datetime.statement",
        "datetime.transaction",
        "datetime.truncate",
        "localdatetime",
        "localdatetime.realtime",
        "localdatetime.statement",
        "localdatetime.transaction",
        "localdatetime.truncate",
        "localtime",
        "localtime.realtime",
        "localtime.statement",
        "localtime.transaction",
        "localtime.truncate",
        "time",
        "time.realtime",
        "time.statement",
        "time.transaction",
        "time.truncate",
        "duration",
        "duration.between",
        "duration.indays",
        "duration.inmonths",
        "duration.inseconds",
        "point",
        "point.distance",
        "point.withinbbox",
        "vector.similarity.cosine",
        "vector.similarity.euclidean",
    }
)
"""Functions (lower case): each computes from its arguments alone, in time about the size of them."""

_WRITES = ["create", "merge", "set", "remove", "delete", "detach", "nodetach", "foreach", "insert"]
_ADMINISTRATION = (
    "alter",
    "grant",
    "deny",
    "revoke",
    "drop",
    "start",
    "stop",
    "enable",
    "rename",
    "deallocate",
    "reallocate",
    "dryrun",
    "terminate",
    "show",
)

REFUSED_CLAUSES: Final = {
    **{word: f"{word.upper()} changes the graph; only reading is allowed." for word in _WRITES},
    **{word: f"{word.upper()} administers the server; only reading is allowed." for word in _ADMINISTRATION},
    "load": "LOAD CSV reads files and addresses; only the graph may be read.",
    "use": "USE leaves the database; leave it out.",
    "explain": "EXPLAIN stands before the statement; give the statement alone.",
    "profile": "PROFILE stands before the statement; give the statement alone.",
    "cypher": "Options stand before the statement (CYPHER …); give the statement alone.",
    "using": "USING stands after the patterns of a MATCH, as USING INDEX n:Label(property), and nowhere else.",
    "search": "SEARCH asks an index of the whole graph; search is a tool of its own.",
}
"""The word that a clause begins with -> why it is refused. A word that is in no list is refused as unknown."""
