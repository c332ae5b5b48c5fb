import { executeSql, queryRow } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'

/** Number of requests compared per chunk, in order of row id. */
const requestsPerChunk = 200

/** Temporary full-text tables with the same tokenizer as `request_search`. The check fills them with the current words of some requests. */
const tempTables = [
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_words USING fts5(
     words, content = '', detail = none, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co'")`,
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_terms USING fts5vocab(temp, fresh_words, row)',
  'CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh_found USING fts5vocab(temp, fresh_words, instance)',
  "INSERT INTO temp.fresh_words (fresh_words) VALUES ('delete-all')",
]

/** Query for the number of current words of a chunk, and of those that the index lacks. */
const comparisonQuery = `
  SELECT (SELECT count(*) FROM temp.fresh_found) AS current, (SELECT count(*) FROM (
    SELECT term, doc FROM temp.fresh_found
    EXCEPT SELECT terms.term, request_search.rowid FROM temp.fresh_terms AS terms CROSS JOIN request_search
    WHERE request_search MATCH '"' || terms.term || '"' AND request_search.rowid BETWEEN {:first} AND {:last})) AS missing`

/** Compares the words of the full-text index with those of the current requests and repairs it. Returns the number of words that differed. */
export function repairSearchIndex(app: CoreApp): number {
  let current = 0
  let missing = 0
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
    const compared = compareChunk(app, stretch)
    current += compared?.current ?? 0
    missing += compared?.missing ?? 0
  }
  for (const table of ['fresh_found', 'fresh_terms', 'fresh_words'])
    executeSql(app, `DROP TABLE IF EXISTS temp.${table}`, {})
  const indexed = queryRow(app, 'SELECT count(*) AS n FROM request_terms', {}, { n: 0 })?.n ?? 0
  const differing = missing + Math.abs(indexed - (current - missing))
  return differing && rebuildDamagedIndex(app) ? differing : 0
}

/** Reads a chunk in one transaction for a consistent snapshot, but writes only temporary tables, so that other writers do not wait. */
function compareChunk(app: CoreApp, stretch: { first: number; last: number }) {
  let compared: { current: number; missing: number } | undefined
  app.runInTransaction((tx) => {
    for (const sql of tempTables) executeSql(tx, sql, {})
    executeSql(
      tx,
      `INSERT INTO temp.fresh_words (rowid, words) SELECT request_words.place, request_words.status || ' ' || words FROM request_places AS kept
       JOIN request_words ON request_words.position = kept.place & 4294967295 AND request_words.place = kept.place
       WHERE kept.place BETWEEN {:first} AND {:last}`,
      stretch,
    )
    compared = queryRow(tx, comparisonQuery, stretch, { current: 0, missing: 0 })
  })
  return compared
}

/** Returns whether the index was damaged. Compares all words again while writers wait, because the earlier comparisons have no common snapshot. */
function rebuildDamagedIndex(app: CoreApp): boolean {
  let isDamaged = false
  writeInTransaction(app, (tx) => {
    try {
      executeSql(tx, "INSERT INTO request_search (request_search, rank) VALUES ('integrity-check', 1)", {})
    } catch {
      isDamaged = true
      executeSql(tx, "INSERT INTO request_search (request_search) VALUES ('rebuild')", {})
    }
  })
  return isDamaged
}

/**
 * Merges a few segments of the full-text index after inserts. Runs between chunks of a batch and every minute; limited to 50 pages, to block
 * other writers only briefly.
 */
export function mergeSearchIndex(app: CoreApp) {
  executeSql(app, "INSERT INTO request_search (request_search, rank) VALUES ('merge', 50)", {})
}

/** Number of index pages merged per transaction. */
const mergePages = 500

/** Merges the whole full-text index, because the other merges keep deleted words in old segments. */
export function mergeWholeSearchIndex(app: CoreApp) {
  let isDone = false
  // A negative number of pages begins a merge of all segments; the next calls continue it.
  for (let pages = -mergePages; !isDone; pages = mergePages) {
    engine.yieldToWriters()
    writeInTransaction(app, (tx) => {
      const count = () => queryRow(tx, 'SELECT total_changes() AS n', {}, { n: 0 })?.n ?? 0
      const before = count()
      executeSql(tx, "INSERT INTO request_search (request_search, rank) VALUES ('merge', {:pages})", { pages })
      // A call that merged nothing changes one row.
      isDone = count() - before < 2
    })
  }
}
