/** Each commit reaches the disk before it is answered; SQLite's idle connection falls back to NORMAL, so again each minute. */
export function syncFully(app: CoreApp) {
  app.nonconcurrentDB().newQuery('PRAGMA synchronous=FULL').execute()
}

export function syncFullyAgain() {
  syncFully($app)
}
