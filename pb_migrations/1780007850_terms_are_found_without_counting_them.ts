// A list of terms that counts where each stands reads all of that, whosever it is: slow, and its time tells how usual a word is among others. One of their
// instances is entered at each term, and left for the next.
const madeAs = (type: string) => [
  'DROP TABLE request_terms',
  `CREATE VIRTUAL TABLE request_terms USING fts5vocab(request_search, ${type})`,
]

migrate(
  (app) => {
    for (const sql of madeAs('instance')) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const sql of madeAs('row')) app.db().newQuery(sql).execute()
  },
)
