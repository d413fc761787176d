// biome-ignore-all lint/suspicious/noExplicitAny: it looks into bodies of many shapes.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { listening } from './listen.ts'

type Json = Record<string, any>
interface Index {
  settings: Json
  properties: Json
  documents: Map<string, Json>
  /** What searches see: the documents as of the last refresh. */
  visible: Map<string, Json>
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}
const must: (condition: unknown, reason: string) => asserts condition = (condition, reason) => {
  if (!condition) throw new Refused(400, reason)
}
const only = (value: Json, ...names: string[]) => {
  for (const name of Object.keys(value)) must(names.includes(name), `unknown key [${name}]`)
}

/**
 * A small OpenSearch on loopback after docs.opensearch.org (create index, aliases, bulk, search, hybrid query, k-NN,
 * score-ranker-processor, plugins): it checks mappings, bulk lines and queries strictly, refuses what a cluster would
 * refuse, and answers from what it was given.
 */
export async function opensearch({
  user = '',
  token = '',
  pem = '',
  plugins = ['opensearch-knn'],
  version = '3.0.0',
} = {}) {
  const indices = new Map<string, Index>()
  const aliases = new Map<string, string>()
  const pipelines = new Map<string, Json>()
  const seen: { method: string; path: string; body: any }[] = []
  const state = { refuse: [] as number[] }

  const listener: RequestListener = async (request, response) => {
    const text = await read(request)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const status = state.refuse.shift()
      if (status) throw new Refused(status, 'refused')
      allowed(request)
      const url = new URL(request.url ?? '', 'http://x')
      const lines = url.pathname.endsWith('/_bulk')
      const type = text === '' ? undefined : lines ? 'application/x-ndjson' : 'application/json'
      must(request.headers['content-type'] === type, `content type ${request.headers['content-type']}`)
      const body = lines ? text : text === '' ? undefined : JSON.parse(text)
      seen.push({ method: request.method ?? '', path: request.url ?? '', body })
      const [code, result] = route(request.method ?? '', url, body)
      answer(code, result)
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof SyntaxError)) throw error
      answer(error instanceof Refused ? error.status : 400, { error: { reason: error.message }, status: 400 })
    }
  }
  const server = pem ? createTlsServer({ cert: pem, key: pem }, listener) : createServer(listener)

  function allowed({ headers }: IncomingMessage): void {
    const wanted = [user && `Basic ${Buffer.from(user).toString('base64')}`, token && `Bearer ${token}`].filter(Boolean)
    if (wanted.length > 0 && !wanted.includes(headers.authorization ?? '')) throw new Refused(401, 'Unauthorized')
  }

  function route(method: string, url: URL, body: any): [number, unknown] {
    const [, name = '', action = '', id = ''] = url.pathname.split('/')
    if (name === '') return [200, { version: { distribution: 'opensearch', number: version } }]
    if (name === '_search') return pipeline(method, id, action, body)
    if (name === '_cat') return listPlugins(method, action, url)
    if (name === '_aliases') return switchAliases(method, body)
    if (action === '' && method === 'PUT') return create(name, body)
    if (action === '' && method === 'GET') return described(name)
    if (action === '' && method === 'DELETE') return removed(name)
    const behind = aliases.get(name) ?? name
    const index = indices.get(behind)
    if (!index) return [404, { error: { type: 'index_not_found_exception' }, status: 404 }]
    if (action === '_mapping' && method === 'GET')
      return [200, { [behind]: { mappings: { properties: index.properties } } }]
    if (action === '_doc' && method === 'GET') {
      const found = index.documents.get(id)
      return found ? [200, { _id: id, found: true, _source: found }] : [404, { _id: id, found: false }]
    }
    const methods = action === '_bulk' ? ['POST', 'PUT'] : action === '_refresh' ? ['GET', 'POST'] : ['POST']
    must(methods.includes(method), `${method} ${url.pathname}`)
    if (action === '_refresh') return refresh(index)
    if (action === '_bulk') return bulk(index, body, url.searchParams.get('refresh'))
    if (action === '_count') return [200, { count: matching(index, body.query).length }]
    must(action === '_search', `no such path ${url.pathname}`)
    return [200, { hits: { hits: search(index, body, url.searchParams.get('search_pipeline')) } }]
  }

  function listPlugins(method: string, action: string, url: URL): [number, unknown] {
    must(method === 'GET' && action === 'plugins' && url.searchParams.get('format') === 'json', 'cat plugins')
    return [200, plugins.map((component) => ({ name: 'node-1', component, version: '3.0.0' }))]
  }

  /** All of the actions or none of them, as the cluster does. */
  function switchAliases(method: string, body: Json): [number, unknown] {
    must(method === 'POST', 'aliases')
    only(body, 'actions')
    const [names, there] = [new Map(aliases), new Set(indices.keys())]
    for (const action of body.actions as Json[]) {
      only(action, 'add', 'remove', 'remove_index')
      if (action.remove_index) must(there.delete(action.remove_index.index), 'index_not_found_exception')
      if (action.remove) must(names.get(action.remove.alias) === action.remove.index, 'aliases_not_found_exception')
      if (action.remove) names.delete(action.remove.alias)
      if (!action.add) continue
      must(there.has(action.add.index) && !there.has(action.add.alias), 'invalid_alias_name_exception')
      names.set(action.add.alias, action.add.index)
    }
    for (const name of indices.keys()) if (!there.has(name)) indices.delete(name)
    aliases.clear()
    for (const [alias, name] of names) aliases.set(alias, name)
    return [200, { acknowledged: true }]
  }

  function described(pattern: string): [number, unknown] {
    must(pattern.endsWith('-*'), 'get index')
    const found = [...indices].filter(([name]) => name.startsWith(pattern.slice(0, -1)))
    return [
      200,
      Object.fromEntries(found.map(([name, { properties }]) => [name, { aliases: {}, mappings: { properties } }])),
    ]
  }

  function removed(name: string): [number, unknown] {
    must(!aliases.has(name), 'an alias cannot be deleted')
    for (const [alias, behind] of aliases) if (behind === name) aliases.delete(alias)
    return indices.delete(name)
      ? [200, { acknowledged: true }]
      : [404, { error: { type: 'index_not_found_exception' }, status: 404 }]
  }

  function pipeline(method: string, id: string, action: string, body: Json): [number, unknown] {
    must(method === 'PUT' && action === 'pipeline' && id, 'pipeline')
    only(body, 'description', 'request_processors', 'response_processors', 'phase_results_processors')
    const [processor] = body.phase_results_processors
    const { technique, rank_constant, ...rest } = processor['score-ranker-processor'].combination
    must(technique === 'rrf' && rank_constant >= 1 && Object.keys(rest).length === 0, 'score-ranker-processor')
    pipelines.set(id, { rank_constant })
    return [200, { acknowledged: true }]
  }

  function create(name: string, body: Json): [number, unknown] {
    must(/^[a-z][a-z0-9_.-]*$/.test(name), 'invalid_index_name_exception')
    must(!indices.has(name) && !aliases.has(name), 'resource_already_exists_exception')
    only(body, 'settings', 'mappings', 'aliases')
    only(body.settings, 'index')
    only(body.mappings, 'dynamic', 'properties', '_meta')
    must(body.mappings.dynamic === 'strict', 'dynamic')
    const hasNori = plugins.includes('analysis-nori')
    for (const [field, mapping] of Object.entries<Json>(body.mappings.properties))
      property(field, mapping, body.settings.index, hasNori)
    for (const alias of Object.keys(body.aliases ?? {})) aliases.set(alias, name)
    indices.set(name, {
      settings: body.settings.index,
      properties: body.mappings.properties,
      documents: new Map(),
      visible: new Map(),
    })
    return [200, { acknowledged: true, index: name }]
  }

  const { port, ...disposable } = await listening(server)
  return {
    url: pem ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    seen,
    state,
    indices,
    aliases,
    ...disposable,
  }

  function search(index: Index, body: Json, pipelineName: string | null): Json[] {
    only(body, 'query', 'size', 'sort', 'search_after', '_source')
    must(body.size >= 0 && body.size <= 10_000, 'size')
    if (body.sort) return sorted(index, body)
    const excluded: string[] = body._source?.excludes ?? []
    const shown = ({ id, score }: { id: string; score: number }) => ({
      _id: id,
      _score: score,
      _source: Object.fromEntries(
        Object.entries(index.visible.get(id) as Json).filter(([name]) => !excluded.includes(name)),
      ),
    })
    if (!body.query.hybrid) return matching(index, body.query).slice(0, body.size).map(shown)
    must(pipelineName && pipelines.has(pipelineName), 'a hybrid query needs its pipeline')
    const { queries } = body.query.hybrid
    must(queries.length >= 1 && queries.length <= 5, 'hybrid queries')
    const scores = new Map<string, number>()
    const constant = pipelines.get(pipelineName)?.rank_constant
    for (const query of queries)
      matching(index, query).forEach(({ id }, rank) => {
        scores.set(id, (scores.get(id) ?? 0) + 1 / (constant + rank + 1))
      })
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, body.size)
      .map(shown)
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function property(field: string, mapping: Json, settings: Json, hasNori: boolean): void {
  const { type, ...rest } = mapping
  if (type === 'knn_vector') {
    only(rest, 'dimension', 'method')
    must(settings.knn === true, 'knn_vector needs index.knn')
    must(Number.isInteger(rest.dimension) && rest.dimension > 0 && rest.dimension <= 16_000, 'dimension')
    only(rest.method, 'name', 'engine', 'space_type', 'parameters')
    must(
      rest.method.name === 'hnsw' &&
        rest.method.engine === 'lucene' &&
        ['l2', 'cosinesimil', 'innerproduct'].includes(rest.method.space_type),
      'method',
    )
    return
  }
  must(
    ['text', 'keyword', 'integer', 'long', 'double'].includes(type),
    `No handler for type [${type}] declared on field [${field}]`,
  )
  only(rest, 'index', ...(type === 'text' ? ['analyzer'] : []))
  const analyzers = [undefined, 'whitespace', 'standard', ...(hasNori ? ['nori'] : [])]
  must(analyzers.includes(rest.analyzer), `analyzer [${rest.analyzer}] has not been configured in mappings`)
}

function refresh(index: Index): [number, unknown] {
  index.visible = new Map(index.documents)
  return [200, { _shards: { successful: 1 } }]
}

function bulk(index: Index, body: string, wait: string | null): [number, unknown] {
  must(body.endsWith('\n'), 'The bulk request must be terminated by a newline [\\n]')
  must(wait === null || wait === 'wait_for', 'refresh')
  const lines = body
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
  const items: Json[] = []
  while (lines.length > 0) {
    const [[action, meta] = []] = Object.entries<Json>(lines.shift())
    must(action === 'index' || action === 'delete', `Malformed action/metadata line: ${action}`)
    only(meta as Json, '_id')
    const id = (meta as Json)._id
    must(typeof id === 'string' && Buffer.byteLength(id) <= 512, '_id')
    items.push({ [action]: action === 'index' ? write(index, id, lines.shift()) : erase(index, id) })
  }
  if (wait) refresh(index)
  return [200, { errors: items.some((item) => Object.values(item)[0].status >= 400), items }]
}

function erase(index: Index, id: string): Json {
  return index.documents.delete(id) ? { _id: id, status: 200 } : { _id: id, status: 404 }
}

function write(index: Index, id: string, document: Json | undefined): Json {
  must(document && typeof document === 'object', 'an index action needs its document')
  for (const [name, value] of Object.entries(document)) {
    const mapping = index.properties[name]
    if (!mapping) return { _id: id, status: 400, error: { type: 'strict_dynamic_mapping_exception', reason: name } }
    if (!fits(value, mapping))
      return { _id: id, status: 400, error: { type: 'mapper_parsing_exception', reason: name } }
  }
  index.documents.set(id, document)
  return { _id: id, status: 201 }
}

function fits(value: unknown, { type, dimension }: Json): boolean {
  if (type === 'knn_vector')
    return (
      Array.isArray(value) &&
      value.length === dimension &&
      value.every(Number.isFinite) &&
      value.some((one) => one !== 0)
    )
  if (type === 'text' || type === 'keyword') return typeof value === 'string'
  return typeof value === 'number' && (type === 'double' || Number.isInteger(value))
}

function sorted(index: Index, { query, sort, size, search_after }: Json): Json[] {
  const [[field = '', order] = []] = Object.entries(sort[0])
  must(index.properties[field]?.type === 'keyword' && order === 'asc', 'sort')
  const all = matching(index, query).map(({ id }) => ({
    _id: id,
    _score: null,
    _source: index.visible.get(id) as Json,
    sort: [index.visible.get(id)?.[field]],
  }))
  all.sort((a, b) => (a.sort[0] < b.sort[0] ? -1 : 1))
  return all.filter((one) => !search_after || one.sort[0] > search_after[0]).slice(0, size)
}

/** Ids that answer a query, best first. Every clause that is not known is refused. */
function matching(index: Index, query: Json): { id: string; score: number }[] {
  const scored = [...index.visible].map(([id, document]) => ({ id, score: scoreOf(index, query, document) }))
  const found = scored
    .filter((one): one is { id: string; score: number } => one.score !== undefined)
    .sort((a, b) => b.score - a.score)
  return query.knn ? found.slice(0, query.knn.vector.k) : found
}

function scoreOf(index: Index, query: Json, document: Json): number | undefined {
  const [[clause, body] = []] = Object.entries<Json>(query)
  if (clause === 'term') {
    const [[field = '', value] = []] = Object.entries(body as Json)
    must(index.properties[field]?.type === 'keyword' && index.properties[field].index !== false, `term on [${field}]`)
    return document[field] === value ? 0 : undefined
  }
  if (clause === 'terms') {
    const [[field = '', values] = []] = Object.entries(body as Json)
    must(index.properties[field]?.type === 'keyword' && index.properties[field].index !== false, `terms on [${field}]`)
    return values.includes(document[field]) ? 0 : undefined
  }
  if (clause === 'multi_match') return wordsOf(index, body as Json, document)
  if (clause === 'knn') return nearness(index, body as Json, document)
  if (clause === 'match') return byNori(index, body as Json, document)
  must(clause === 'bool', `unknown query [${clause}]`)
  only(body as Json, 'filter', 'must', 'should', 'minimum_should_match')
  if ((body as Json).should) {
    must((body as Json).minimum_should_match === 1, 'minimum_should_match')
    const either = (body as Json).should
      .map((one: Json) => scoreOf(index, one, document))
      .filter((one?: number) => one !== undefined)
    return either.length > 0 ? either.reduce((sum: number, one: number) => sum + one, 0) : undefined
  }
  const filters = (body as Json).filter.map((one: Json) => scoreOf(index, one, document))
  const scores = (body as Json).must.map((one: Json) => scoreOf(index, one, document))
  if ([...filters, ...scores].includes(undefined)) return undefined
  return scores.reduce((sum: number, score: number) => sum + score, 0)
}

function wordsOf(index: Index, { query, fields, type, ...rest }: Json, document: Json): number | undefined {
  only(rest)
  must(typeof query === 'string' && ['best_fields', 'most_fields'].includes(type), 'multi_match')
  const asked = query.split(' ')
  let score = 0
  for (const field of fields as string[]) {
    const [name = '', boost = '1'] = field.split('^')
    must(index.properties[name]?.analyzer === 'whitespace', `no analyzed field [${name}]`)
    const held = new Set(String(document[name] ?? '').split(' '))
    score += Number(boost) * asked.filter((word) => held.has(word)).length
  }
  return score > 0 ? score : undefined
}

/** Nori takes compounds apart; that it finds a part of a word is all that is shown of it here. */
function byNori(index: Index, body: Json, document: Json): number | undefined {
  const [[field = '', { query, ...rest } = {}] = []] = Object.entries<Json>(body)
  only(rest)
  must(index.properties[field]?.analyzer === 'nori' && typeof query === 'string', `no field of nori [${field}]`)
  const held = String(document[field] ?? '')
  const found = query.split(/\s+/).filter((word: string) => word.length > 1 && held.includes(word)).length
  return found > 0 ? found : undefined
}

function nearness(index: Index, body: Json, document: Json): number | undefined {
  only(body, 'vector')
  const { vector, k, filter } = body.vector
  if (filter && scoreOf(index, filter, document) === undefined) return undefined
  must(vector.length === index.properties.vector?.dimension && k >= 1, 'Query vector has invalid dimension')
  if (!document.vector) return undefined
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
  return (1 + dot(vector, document.vector) / Math.sqrt(dot(vector, vector) * dot(document.vector, document.vector))) / 2
}
