import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { yieldToWriters } from '../runtime/writers.ts'

/** Number of requests compared per chunk, in order of row id. */
const requestsPerChunk = 200

/**
 * Temporary full-text tables with the same tokenizer as `request_search`. The check fills them with the current texts of some requests and
 * compares their words with the index.
 */
const tempTables = [
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_words USING fts5(
     words, content = '', detail = none, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co'")`,
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_terms USING fts5vocab(temp, fresh_words, row)',
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_found USING fts5vocab(temp, fresh_words, instance)',
  "INSERT INTO temp.fresh_words (fresh_words) VALUES ('delete-all')",
]

/** Query for requests whose indexed words differ from their current words. */
const differencesQuery = `
  SELECT fresh.id AS place FROM temp.fresh_words_docsize AS fresh
  LEFT JOIN request_search_docsize AS kept ON kept.id = fresh.id WHERE kept.sz IS NOT fresh.sz
  UNION SELECT doc FROM (
    SELECT term, doc FROM temp.fresh_found
    EXCEPT SELECT terms.term, request_search.rowid FROM temp.fresh_terms AS terms CROSS JOIN request_search
    WHERE request_search MATCH '"' || terms.term || '"' AND request_search.rowid BETWEEN {:first} AND {:last})`

const orphanedRowsQuery = 'SELECT id FROM request_search_docsize WHERE id NOT IN (SELECT place FROM request_places)'

/** Compares the full-text index with the current requests and repairs it. Returns the number of requests that differed. */
export function repairSearchIndex(app: CoreApp): number {
  indexAllChangedRequests(app)
  let found = 0
  for (let after = 0; ; ) {
    const stretch = queryRow(
      app,
      `SELECT ifnull(min(place), 0) AS first, ifnull(max(place), 0) AS last
       FROM (SELECT place FROM request_places WHERE place > {:after} ORDER BY place LIMIT {:portion})`,
      { after, portion: requestsPerChunk },
      { first: 0, last: 0 },
    )
    if (!stretch?.last) break
    after = stretch.last
    const places = findDifferences(app, stretch)
    if (places.length) writeInTransaction(app, (tx) => reindexRequests(tx, places))
    found += places.length
  }
  const surplus = queryRow(app, `SELECT count(*) AS n FROM (${orphanedRowsQuery})`, {}, { n: 0 })?.n ?? 0
  if (surplus) executeSql(app, `DELETE FROM request_search WHERE rowid IN (${orphanedRowsQuery})`, {})
  for (const table of ['fresh_found', 'fresh_terms', 'fresh_words'])
    executeSql(app, `DROP TABLE IF EXISTS temp.${table}`, {})
  return found + surplus
}

/**
 * Returns the row ids of requests whose indexed words differ from their current words. Reads in one transaction for a
 * consistent snapshot, but writes only temporary tables, so that other writers do not wait.
 */
function findDifferences(app: CoreApp, stretch: { first: number; last: number }): number[] {
  let places: number[] = []
  app.runInTransaction((tx) => {
    for (const sql of tempTables) executeSql(tx, sql, {})
    executeSql(
      tx,
      `INSERT INTO temp.fresh_words (rowid, words) SELECT request_words.place, words FROM request_places AS kept
       JOIN request_words ON request_words.position = kept.place & 4294967295 AND request_words.place = kept.place
       WHERE kept.place BETWEEN {:first} AND {:last} AND kept.place NOT IN (SELECT place FROM requests_to_index)`,
      stretch,
    )
    places = queryRows(tx, differencesQuery, stretch, { place: 0 }).map(({ place }) => place)
  })
  return places
}

/** Indexes the words of up to `limit` requests whose status changed. */
export function indexChangedRequests(tx: CoreApp, limit: number) {
  const found = queryRows(tx, 'SELECT place FROM requests_to_index LIMIT {:limit}', { limit }, { place: 0 })
  if (!found.length) return
  reindexRequests(
    tx,
    found.map(({ place }) => place),
  )
}

function indexAllChangedRequests(app: CoreApp) {
  while (queryRow(app, 'SELECT place FROM requests_to_index LIMIT 1', {}, { place: 0 })) {
    writeInTransaction(app, (tx) => indexChangedRequests(tx, requestsPerChunk))
    yieldToWriters(app)
  }
}

function reindexRequests(tx: CoreApp, places: number[]) {
  const params = { places: JSON.stringify(places) }
  executeSql(tx, 'DELETE FROM request_search WHERE rowid IN (SELECT value FROM json_each({:places}))', params)
  executeSql(
    tx,
    `INSERT INTO request_search (rowid, words) SELECT place, words FROM request_words
     WHERE position IN (SELECT value & 4294967295 FROM json_each({:places})) AND place IN (SELECT value FROM json_each({:places}))`,
    params,
  )
  executeSql(tx, 'DELETE FROM requests_to_index WHERE place IN (SELECT value FROM json_each({:places}))', params)
}

/**
 * Merges a few segments of the full-text index after inserts. Runs between chunks of a batch and every minute; limited to 50 pages, to block
 * other writers only briefly.
 */
export function mergeSearchIndex(app: CoreApp) {
  executeSql(app, "INSERT INTO request_search (request_search, rank) VALUES ('merge', 50)", {})
}

export function runSearchIndexMerge() {
  indexAllChangedRequests($app)
  mergeSearchIndex($app)
}
