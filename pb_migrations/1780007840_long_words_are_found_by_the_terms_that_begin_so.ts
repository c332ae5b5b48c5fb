// The index has the beginnings of words up to six letters. Of a longer one FTS5 puts together all there is of every term that begins so before it looks
// at whose it is; these terms by themselves it walks in order, and only where they are asked for.
migrate(
  (app) => {
    app.db().newQuery('CREATE VIRTUAL TABLE request_terms USING fts5vocab(request_search, row)').execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE request_terms').execute()
  },
)
