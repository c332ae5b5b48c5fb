import { queryRows } from '../../lib/sql.ts'
import { buildConditions, buildOrderBy, combineConditions, sharedColumnFilters, stateColumnFilters } from './columns.ts'
import { buildVisibilityCondition, type RequestListScope } from './list-scope.ts'
import { buildRequestStatesJoin, type QueryStrategy } from './query-strategy.ts'

/**
 * SQL of a request's row id: the lower 32 bits of a row id in the search index. The upper bits are the owner's number.
 */
const serialColumn = 'request_search.rowid & 4294967295'
const joinPlaces = 'CROSS JOIN request_places AS state ON state.place = request_search.rowid'

/** Number of latest requests whose matches are read together with the total. Their row ids fit into a cached result. */
const latestRequests = 750
const isLatest = `position > (SELECT max(serial) FROM requests) - ${latestRequests}`

/**
 * Builds the strategy for words in the search text. Only words and an indexed status go into the MATCH text; all other filters are SQL
 * conditions. Reading the status of each match takes six times as long.
 */
export function createSearchStrategy(app: CoreApp, scope: RequestListScope, words: string[]): QueryStrategy {
  const { values, related, mine } = scope
  const owner = values.batch ? '(SELECT owner FROM batches WHERE id = {:batch})' : values.owner && '{:owner}'
  const matched = combineConditions([
    'request_search MATCH {:words}',
    ...(owner ? [buildRowidRange(owner)] : []),
    ...(mine ? [`EXISTS (SELECT 1 FROM requests WHERE requests.serial = ${serialColumn} AND ${mine.where})`] : []),
    ...related.map((condition) => condition(serialColumn)),
  ])
  const { status, ...otherValues } = values
  const state = Object.values(buildConditions(stateColumnFilters, otherValues, 'state'))
  const places = [...state, ...Object.values(buildConditions(sharedColumnFilters, values, 'state'))]
  const where = combineConditions([matched, ...places])
  const source = `request_search ${places.length ? joinPlaces : ''} WHERE ${where}`
  const ids = `SELECT ${serialColumn} AS position FROM ${source}`
  // Orders by creation: by `rowid` for a single owner, by `position` for all owners.
  const orderKey = owner ? 'request_search.rowid' : 'position'
  const { owner: _, ...keys } = buildConditions(sharedColumnFilters, values, 'row')
  const isMatched = `requests.serial IN (SELECT ${serialColumn} FROM request_search WHERE ${matched})`
  return {
    ids,
    count: `SELECT count(*) AS n FROM ${source}`,
    countWithLatest: `SELECT count(*) AS n, json_group_array(position) FILTER (WHERE ${isLatest}) || '' AS latest FROM (${ids})`,
    countByStatus: `SELECT state.status, count(*) AS n FROM request_search ${joinPlaces} WHERE ${where} GROUP BY state.status`,
    sorted: (sort, direction) =>
      sort === 'created'
        ? `${ids} ORDER BY ${orderKey} ${direction}`
        : `SELECT requests.serial AS position FROM requests WHERE requests.serial IN (${ids}) ORDER BY ${buildOrderBy(sort, direction)}`,
    isInOrder: (sort) => sort === 'created',
    scanClause: `${buildRequestStatesJoin(state)} WHERE ${combineConditions([isMatched, ...Object.values(keys), ...state])}`,
    minScanShare: 1 / 24,
    visibleClause: buildVisibilityCondition(scope),
    isSearch: true,
    params: { ...scope.params, words: buildMatchText(app, words, status) },
  }
}

/** Returns the condition on the search row ids of one owner. Matches nothing if the owner has no requests. */
function buildRowidRange(owner: string): string {
  const first = `(ifnull((SELECT n FROM request_owners WHERE owner = ${owner}), 0) << 32)`
  return `request_search.rowid >= ${first} AND request_search.rowid < ${first} + 4294967296`
}

/**
 * Returns the MATCH text that requires all words and the status, whose index term is `\ue000` and three letters: `ana perez` and `submitted` →
 * `"ana"* AND "perez"* AND "\ue000sub"`.
 */
function buildMatchText(app: CoreApp, words: string[], status?: string): string {
  const terms = removeImpliedWords(words).map((word) => buildMatchTerm(app, word))
  if (status) terms.push(`"\ue000${status.slice(0, 3)}"`)
  return terms.join(' AND ')
}

/** Removes words that are prefixes of another word: `ana anabel` → `anabel`. Fewer terms match the same rows. */
function removeImpliedWords(words: string[]): string[] {
  const bare = words.map(removeAccents)
  const isImplied = (word: string, at: number) =>
    bare.some((other, n) => n !== at && other.startsWith(word) && (other !== word || n < at))
  return words.filter((word, at) => word.length === 1 || !isImplied(removeAccents(word), at))
}

const removeAccents = (word: string) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

/**
 * Returns the MATCH text of a word and its continuations. A single letter matches only itself, because too many words
 * start with it.
 */
function buildMatchTerm(app: CoreApp, word: string): string {
  if (word.length === 1) return `"${word}"`
  // Matches whole terms, which FTS5 reads from the owner's rows. It would first merge all matches of a prefix that is
  // longer than the prefix index.
  const terms = word.length > maxPrefixLength ? findTermsWithPrefix(app, word) : undefined
  return terms?.length ? `(${terms.map((term) => `"${term}"`).join(' OR ')})` : `"${word}"*`
}

/** Length of the longest indexed prefix, in characters. */
const maxPrefixLength = 4
const maxTerms = 20

/**
 * Returns the index terms that start with `word`. `undefined` if there are more than 20, or if the index may contain
 * the word in another spelling.
 */
function findTermsWithPrefix(app: CoreApp, word: string): string[] | undefined {
  const first = removeAccents(word)
  if (!/^[a-z0-9]+$/.test(first)) return undefined
  // Seeks from term to term, because reading all rows of each term is slow.
  const seek = (term: string) =>
    `(SELECT term FROM request_terms WHERE term >= ${term} AND term < {:first} || char(1114111) LIMIT 1)`
  const query = `WITH RECURSIVE found (term) AS (SELECT ${seek('{:first}')}
      UNION ALL SELECT ${seek('found.term || char(1)')} FROM found WHERE found.term IS NOT NULL LIMIT ${maxTerms + 1})
    SELECT term FROM found WHERE term IS NOT NULL`
  const terms = queryRows(app, query, { first }, { term: '' }).map(({ term }) => term)
  return terms.length > maxTerms ? undefined : terms
}
