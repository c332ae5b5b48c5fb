/** Keys in one order: the same fields may have been written in another. */
function sorted(text: string): string {
  const order = (_key: string, value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  return JSON.stringify(JSON.parse(text || '[]'), order)
}

migrate(
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    formats.fields.add(new BoolField({ name: 'edited' }))
    app.save(formats)
    for (const format of app.findAllRecords('formats')) {
      if (!format || format.getInt('version') < 1) continue
      const [version] = app.findRecordsByFilter(
        'format_versions',
        'format = {:format} && version = {:version}',
        '',
        1,
        0,
        { format: format.id, version: format.getInt('version') },
      )
      const same =
        version?.getString('body') === format.getString('body') &&
        sorted(version.getString('fields')) === sorted(format.getString('fields'))
      // By hand, so that nobody's `updated` moves.
      if (!same) app.db().newQuery(`UPDATE formats SET edited = TRUE WHERE id = '${format.id}'`).execute()
    }
  },
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    formats.fields.removeByName('edited')
    app.save(formats)
  },
)
