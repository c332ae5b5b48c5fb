type Index = [columns: string, where: string]

const indexes: { name: string; before: Index; after: Index }[] = [
  {
    // Only what is still to be made, or to be looked after.
    name: 'idx_requests_document',
    before: ['`documentStatus`, `documentLease`', ''],
    after: ['`documentStatus`, `documentLease`', "`documentStatus` = 'pending' OR `documentStatus` = 'failed'"],
  },
  {
    // With what lists are narrowed by, so that passing through them in this order need not reach for each request.
    name: 'idx_requests_summary',
    before: ['`summary`', ''],
    after: ['`summary`, `owner`, `format`', ''],
  },
]

/** A document may be made again more often than anybody will ask. */
function change(app: CoreApp, which: 'before' | 'after', previousDocuments: number) {
  const requests = app.findCollectionByNameOrId('requests')
  for (const index of indexes) requests.addIndex(index.name, false, ...index[which])
  const files = requests.fields.getByName('previousDocuments') as core.FileField
  files.maxSelect = previousDocuments
  app.save(requests)
}

migrate(
  (app) => change(app, 'after', 1000),
  (app) => change(app, 'before', 50),
)
