import { row, run } from './sql.ts'

/**
 * Words and states are found by row numbers, which SQLite keeps in practice but does not promise to keep in a copy of the database:
 * at the start some requests are looked for by their numbers, and both are written anew when one is missing.
 */
export function trustSearch(app: CoreApp) {
  const missing = row(
    app,
    `SELECT count(*) AS n FROM (
       SELECT rowid AS position, replace(number, '-', '') AS word FROM requests
       WHERE rowid IN ((SELECT min(rowid) FROM requests), (SELECT max(rowid) FROM requests),
         (SELECT rowid FROM requests WHERE rowid >= (SELECT max(rowid) / 2 FROM requests) LIMIT 1)) AND number != ''
     ) AS some
     WHERE position NOT IN (SELECT rowid & 4294967295 FROM request_search WHERE request_search MATCH '"' || word || '"')`,
    {},
    { n: 0 },
  )
  if (!missing?.n) return
  console.log('Se reconstruye el índice de búsqueda de solicitudes.')
  app.runInTransaction((tx) => {
    run(tx, "INSERT INTO request_search (request_search) VALUES ('delete-all')", {})
    run(tx, 'INSERT OR IGNORE INTO request_owners (owner) SELECT DISTINCT owner FROM requests', {})
    run(tx, 'INSERT INTO request_search (rowid, words) SELECT place, words FROM request_words ORDER BY place', {})
    run(tx, 'DELETE FROM request_states', {})
    run(tx, 'INSERT INTO request_states SELECT rowid, substr(status, 1, 3), unixepoch(created) FROM requests', {})
    run(tx, 'DELETE FROM request_places', {})
    run(
      tx,
      `INSERT INTO request_places SELECT place, substr(status, 1, 3), unixepoch(created), format, batch
       FROM request_words JOIN requests ON requests.rowid = request_words.position ORDER BY place`,
      {},
    )
  })
}

/** Puts together a little of what many new words left apart, in so few pages that nobody waits for it: between the chunks of a batch, and each minute. */
export function tidySearch(app: CoreApp) {
  run(app, "INSERT INTO request_search (request_search, rank) VALUES ('merge', 50)", {})
}

export function tidyUp() {
  tidySearch($app)
}
