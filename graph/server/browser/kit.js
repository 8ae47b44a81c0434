// Runs before Neo4j Browser starts: style, saved queries, settings, and the view that the link names.
(function (kit) {
  function get(key) { try { return JSON.parse(localStorage.getItem('neo4j.' + key)) } catch (e) { return null } }
  function set(key, value) { localStorage.setItem('neo4j.' + key, JSON.stringify(value)) }
  var url = new URL(location.href)
  // One origin, so one set of saved things; and Browser lets guides come from localhost without asking the server.
  if (url.hostname === '127.0.0.1') { url.hostname = 'localhost'; location.replace(url); return }

  // A person's own colours live until the next kit. A stored style with an empty selector crashes every graph.
  if (localStorage.getItem('claimgraph.kit') !== kit.version || '' in (get('grass') || {})) {
    set('grass', kit.grass)
    localStorage.setItem('claimgraph.kit', kit.version)
  }
  set('folders', [{ id: 'claimgraph', name: 'claimgraph' }].concat(
    (get('folders') || []).filter(function (f) { return f.id !== 'claimgraph' })))
  set('documents', kit.queries.map(function (q) {
    return { id: 'claimgraph-' + q.view, folder: 'claimgraph', content: q.text }
  }).concat((get('documents') || []).filter(function (d) { return d.folder !== 'claimgraph' })))

  // Only the kit's own queries run by themselves. What a link adds to one is checked, and stands in quotes that it
  // cannot leave; where it does not pass, nothing runs and the guide opens.
  function filled(query) {
    var words = (url.searchParams.get('words') || '').trim()
    var namespace = url.searchParams.get('namespace') || ''
    if (query.words === 'needed' ? !words : query.words === 'none' && words) return null
    if (words && !/^[\p{L}\p{M}\p{N} .:\/_-]{1,200}$/u.test(words)) return null
    if (namespace && !/^[a-z][a-z0-9]{0,31}$/.test(namespace)) return null
    return query.text
      .replace(/'[^']*' AS words/, function (quoted) { return words ? "'" + words + "' AS words" : quoted })
      .replace(/'[^']*' AS namespace/, function () { return "'" + namespace + "' AS namespace" })
  }
  var query = kit.queries.find(function (q) { return q.view === url.searchParams.get('view') })
  var start = (query && filled(query)) || ':guide ' + location.origin + '/browser/claimgraph/guide.html'
  set('settings', Object.assign({}, get('settings'), kit.settings, { initCmd: start }))

  // The command line may hand over the login behind '#': it reaches no server and leaves the address at once.
  var login = /^#login=([^:]+):(.+)$/.exec(url.hash)
  if (login) {
    var saved = { id: '$$discovery', name: '$$discovery', type: 'bolt', host: kit.bolt, username: decodeURIComponent(login[1]),
      password: decodeURIComponent(login[2]), authenticationMethod: 'NATIVE', authEnabled: true }
    set('connections', { allConnectionIds: ['$$discovery'], connectionsById: { $$discovery: saved }, activeConnection: '$$discovery' })
    url.hash = ''
  }

  // Neither another server nor a command or a query of somebody else's comes from an address.
  url.searchParams.delete('cmd')
  url.searchParams.delete('arg')
  Object.keys(kit.connect).forEach(function (key) { url.searchParams.set(key, kit.connect[key]) })
  history.replaceState(null, '', url)
})(/*KIT*/)
