"""What the plan of a read may hold: the operators, procedures and functions of Neo4j 5.26 and 2026.09 that only read.

The operators are those that the planner's own source can print, less all that write, lock, load, show, administrate,
run elsewhere or split into transactions. What is not here is refused, so a new server's new operator has to be added.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPERATORS = _words(
    """
    AllNodesScan AntiConditionalApply AntiSemiApply Apply Argument ArgumentTracker BidirectionalRepeat
    CacheProperties CartesianProduct ConditionalApply DirectedAllRelationshipsScan
    DirectedRelationshipByElementIdSeek DirectedRelationshipByIdSeek DirectedRelationshipFulltextIndexSearch
    DirectedRelationshipIndexContainsScan DirectedRelationshipIndexEndsWithScan DirectedRelationshipIndexScan
    DirectedRelationshipIndexSeek DirectedRelationshipIndexSeekByRange DirectedRelationshipTypeScan
    DirectedRelationshipUniqueIndexSeek DirectedRelationshipUniqueIndexSeekByRange
    DirectedRelationshipVectorIndexSearch DirectedUnionRelationshipTypesScan Distinct
    DynamicDirectedRelationshipTypeLookup DynamicLabelNodeLookup DynamicUndirectedRelationshipTypeLookup Eager
    EagerAggregation EmptyResult EmptyRow Expand Filter IntersectionNodeByLabelsScan LetAntiSemiApply
    LetSelectOrAntiSemiApply LetSelectOrSemiApply LetSemiApply Limit MultiNodeIndexSeek NodeByElementIdSeek
    NodeByIdSeek NodeByLabelScan NodeCountFromCountStore NodeFulltextIndexSearch NodeHashJoin NodeIndexContainsScan
    NodeIndexEndsWithScan NodeIndexScan NodeIndexSeek NodeIndexSeekByRange NodeLeftOuterHashJoin
    NodeRightOuterHashJoin NodeUniqueIndexSeek NodeUniqueIndexSeekByRange NodeVectorIndexSearch NonFuseable
    NullifyMetadata Optional OptionalExpand OrderedAggregation OrderedDistinct OrderedUnion PartialSort PartialTop
    PathPropagatingBFS PreserveOrder ProcedureCall ProduceResults ProjectEndpoints Projection
    RelationshipCountFromCountStore RemoteBatchProperties RemoteBatchPropertiesWithFilter Repeat RepeatOptions
    RollUpApply SelectOrAntiSemiApply SelectOrSemiApply SemiApply ShortestPath Skip Sort StatefulShortestPath
    SubtractionNodeByLabelsScan Top Top1WithTies TriadicBuild TriadicFilter TriadicSelection
    UndirectedAllRelationshipsScan UndirectedRelationshipByElementIdSeek UndirectedRelationshipByIdSeek
    UndirectedRelationshipFulltextIndexSearch UndirectedRelationshipIndexContainsScan
    UndirectedRelationshipIndexEndsWithScan UndirectedRelationshipIndexScan UndirectedRelationshipIndexSeek
    UndirectedRelationshipIndexSeekByRange UndirectedRelationshipTypeScan UndirectedRelationshipUniqueIndexSeek
    UndirectedRelationshipUniqueIndexSeekByRange UndirectedRelationshipVectorIndexSearch
    UndirectedUnionRelationshipTypesScan Union UnionNodeByLabelsScan Unwind ValueHashJoin ValueMergeJoin
    VarLengthExpand
    """
)

AGGREGATIONS = frozenset(
    {"EagerAggregation", "OrderedAggregation", "NodeCountFromCountStore", "RelationshipCountFromCountStore"}
)
"""Operators that count or aggregate."""

PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshipTypes",
        "db.propertyKeys",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.schema.visualization",
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
    }
)
"""They tell of the schema or search an index; every other one writes, waits, collects or tells of the server."""

FUNCTIONS = _words(
    """
    abs acos all allreduce allshortestpaths any asin atan atan2 avg btrim cardinality ceil ceiling char_length
    character_length
    coalesce coll.distinct coll.flatten coll.indexof coll.insert coll.max coll.min coll.remove coll.sort collect
    collect_list cos cosh cot coth count date date.realtime date.statement date.transaction date.truncate datetime
    datetime.fromepoch datetime.fromepochmillis datetime.realtime datetime.statement datetime.transaction
    datetime.truncate degrees duration duration.between duration.indays duration.inmonths duration.inseconds
    duration_between e elementid endnode exists exp floor format haversin head id isempty isnan keys labels last
    left length ln local_datetime local_time localdatetime localdatetime.realtime localdatetime.statement
    localdatetime.transaction localdatetime.truncate localtime localtime.realtime localtime.statement
    localtime.transaction localtime.truncate log log10 lower ltrim max min nodes none normalize nullif path_length
    percentilecont percentiledisc percentile_cont percentile_disc percentiles pi point point.distance
    point.withinbbox properties property_exists radians rand randomuuid range reduce relationships replace reverse
    right round rtrim shortestpath sign sin single sinh size split sqrt startnode stdev stdevp stdev_pop stdev_samp
    string.indexof string.join string.regexreplace substring sum tail tan tanh time time.realtime time.statement
    time.transaction time.truncate timestamp toboolean tobooleanlist tobooleanornull tofloat tofloatlist
    tofloatornull tointeger tointegerlist tointegerornull tolower tostring tostringlist tostringornull toupper trim
    type upper uuid uuid.leastsignificantbits uuid.mostsignificantbits valuetype vector vector.similarity.cosine
    vector.similarity.euclidean vector_dimension_count vector_distance vector_norm zoned_datetime zoned_time
    """
)
"""In lower case, as Cypher takes them in any. Not among them: `file` and `linenumber` (of LOAD CSV), `graph.*` (another
database), and whatever a plug-in brought."""

RENDERED = _words(
    """
    assertisnode cache coercetopredicate collect_distinct columns disjoint elementidlisttonodeidlist
    elementidlisttorelationshipidlist elementidtonodeid elementidtorelationshipid getdegree hasdegree isrepeatacyclic
    isrepeattrailunique runtimeconstant unique uniquenodes
    """
)
"""What the planner itself writes before a parenthesis in a plan; no statement can bring one of these in."""

RAW = _words(
    """
    add alliterablepredicate and ands andedpropertyinequalities andsreorderable anyiterablepredicate arrayseq
    assertisnode astcachedproperty astcachedpropertywithvalue autoextractedparameter cachedhasproperty cachedproperty
    caseexpression coerceto coercetopredicate collectdistinct concatenate containerindex contains countstar
    decimaldoubleliteral desugaredmapprojection differentnodes differentrelationships disjoint divide
    elementidtolongid endswith equals explicitparameter extractscope false filterscope functioninvocation functionname
    getdegree greaterthan greaterthanorequal hasalabel hasalabelortype hasanylabel hasdegree hasdegreegreaterthan
    hasdegreegreaterthanorequal hasdegreelessthan hasdegreelessthanorequal haslabels haslabelsortypes hastypes in
    infinity is isnotnull isnull istyped isnottyped labelname lessthan lessthanorequal list listcomprehension
    listliteral listslice literalentry logicalproperty map mapexpression modulo multiply namespace nan
    noneiterablepredicate not notequals null or ors pathexpression pow property propertiesusingcachedproperties
    propertykeyname range reduceexpression reducescope regexmatch reltypename resolvedfunctioninvocation set
    signeddecimalintegerliteral singleiterablepredicate some startswith stringliteral subtract true tuple2 unaryadd
    unarysubtract variable vector xor
    """
)
"""The planner's own names of expressions, in lower case, that it prints where it has no better form for them. Not among
them: those that hold a plan or a subquery of their own, whose operators are not shown."""
