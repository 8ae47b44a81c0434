"""What can go wrong with the graph, as one tree; a message says what happened, to what, and what to do next.

GraphError
+- DatabaseFault            the server answered with an error that we have no better word for
+- DatabaseUnreachable      nothing answers at the address
+- WrongCredentials         the server refuses user name or password
+- UnsupportedServer        an older server than this release speaks to
+- SchemaDrift              constraints or indexes are not the declared ones
+- DimensionDiffers         the graph's vectors are of another embedding model
+- NodeNotFound             no node, or more than one, has a key that begins so
+- StatementRefused         the guard does not let a statement run
|  +- StatementMisspelt     because it is no Cypher
+- StatementWrong           the server cannot read or finish a statement that someone wrote
|  +- StatementFailed       it fails on a stored value
+- WordsRefused             a view of Neo4j Browser does not exist, or its words are not ones for a query
+- ServerError              the managed local server could not do what was asked
   +- JavaMissing           no Java that can run it
   +- JarsMissing           its jars are not here and could not be fetched
   +- JarDiffers            a fetched jar is not the one of the lock
   +- DiskFull              too little room for jars or store
   +- PortTaken             another program listens where the server always listened
   +- StoreTooNew           a newer server wrote the store
   +- ServerDied            it ended while starting, or never answered
   +- ReleaseUnknown        no lock for that release
   +- PageDiffers           Neo4j Browser's page or our style for it is not what the kit fits
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


class StatementRefused(GraphError):
    """The guard does not let a statement run; `layer` (1 to 5) says which part of it, `reason` why."""

    exit_code = 8

    def __init__(self, layer: int, reason: str) -> None:
        super().__init__(f"refused by layer {layer} of the guard: {reason}")
        self.layer = layer
        self.reason = reason


class StatementMisspelt(StatementRefused):
    """The guard cannot read a statement: it is no Cypher, which is wrong use and no attempt at anything."""

    exit_code = 2

    def __init__(self, layer: int, reason: str) -> None:
        super().__init__(layer, reason)
        self.args = (f"the statement is no Cypher: {reason}",)


class StatementWrong(GraphError):
    """The server cannot read a statement that someone wrote, or it fails on the data; its words are in the message."""

    exit_code = 2


class StatementFailed(StatementWrong):
    """A statement fails on a value that is stored; the server's words, which can hold that value, are in `told`."""

    def __init__(self, told: str) -> None:
        super().__init__(f"the database cannot run this statement: {told}")
        self.told = told


class WordsRefused(GraphError):
    """A view of Neo4j Browser does not exist, or its words are not ones that may stand in a query."""

    exit_code = 2


class ServerError(GraphError):
    """The managed local server could not do what was asked."""


class JavaMissing(ServerError):
    """Neither the JDK package nor the machine has a Java that can run the server."""


class JarsMissing(ServerError):
    """Some jars of the server are not here and could not be fetched."""


class JarDiffers(ServerError):
    """A fetched jar does not have the hash of the lock."""


class DiskFull(ServerError):
    """There is too little room for the jars or the store."""


class PortTaken(ServerError):
    """Another program listens on a port that the server has always used."""


class StoreTooNew(ServerError):
    """The store was written by a newer server than the one that would open it."""


class ServerDied(ServerError):
    """The server ended while starting, or does not answer."""


class ReleaseUnknown(ServerError):
    """There is no lock for the server release that was asked for."""

    exit_code = 6


class PageDiffers(ServerError):
    """Neo4j Browser's page, or our style for it, is not what the kit fits."""
