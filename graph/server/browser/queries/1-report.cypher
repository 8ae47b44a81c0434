// 1 Report to its sources
// The newest one. The key of a report or of a run in the first quotes draws that one instead.
WITH '' AS words, '' AS namespace
MATCH (run:Run)-[:PRODUCED]->(r:Report)
WHERE namespace IN ['', run.namespace] AND (r.key STARTS WITH words OR run.key STARTS WITH words)
WITH r ORDER BY run.started_at_ms DESC, r.is_final DESC, r.round DESC LIMIT 1
MATCH s = (r)-[:HAS_STATEMENT]->(said:Statement)
OPTIONAL MATCH p = (said)-[:CITES]->(k:Citation)-[:FOR_CLAIM]->(:Claim)
OPTIONAL MATCH q = (k)-[:QUOTES]->(:Passage)<-[:HAS_PASSAGE]-(:SourceVersion)<-[:HAS_VERSION]-(:Source)
RETURN s, p, q ORDER BY said.ordinal LIMIT 300
