"""What can go wrong with the graph, as one tree; every message says what happened, to what, and what to do next.

    GraphError
    +- DatabaseFault            the server answered with an error that we have no better word for
    +- DatabaseUnreachable      nothing answers at the address
    +- WrongCredentials         the server refuses user name or password
    +- UnsupportedServer        an older server than this release speaks to
    +- SchemaDrift              constraints or indexes are not the declared ones
    +- DimensionDiffers         the graph's vectors are of another embedding model
    +- NodeNotFound             no node, or more than one, has a key that begins so
"""


class GraphError(Exception):
    """The database side failed; `exit_code` is what the command line ends with."""

    exit_code = 5


class DatabaseFault(GraphError):
    """The server answered with an error of its own; its code and words are in the message."""


class DatabaseUnreachable(GraphError):
    """Nothing usable answers at the configured address."""


class WrongCredentials(GraphError):
    """The server refuses the user name or the password."""

    exit_code = 6


class UnsupportedServer(GraphError):
    """The server is older than the release can speak to."""


class SchemaDrift(GraphError):
    """The graph's constraints, indexes or schema steps are not the declared ones."""


class DimensionDiffers(GraphError):
    """The graph holds vectors of another embedding model than the configured one."""

    exit_code = 6


class NodeNotFound(GraphError):
    """No node has a key that begins so, or several have."""

    exit_code = 2
