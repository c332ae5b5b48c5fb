import { withoutTriggers } from './triggers.ts'

const given = ['finality', 'annulledAt', 'documentKind', 'documentHash']
const untouched = given.map((name) => ` && @request.body.${name}:isset = false`).join('')
const kinds = ['preliminary', 'final', 'annulled']
const kind = "iif(`annulledAt` = '', `finality`, 'annulled')"

/** Only what was approved is in them, and where a query says so it is read in the order of creation. */
const indexes = [
  { name: 'idx_requests_kind', columns: kind, where: "`finality` != ''" },
  { name: 'idx_requests_owner_kind', columns: `\`owner\`, ${kind}`, where: "`finality` != ''" },
  { name: 'idx_requests_format_kind', columns: `\`format\`, ${kind}`, where: "`finality` != ''" },
  { name: 'idx_requests_batch_kind', columns: `\`batch\`, ${kind}`, where: "`batch` != '' AND `finality` != ''" },
]

const select = (name: string, values: string[]) =>
  new SelectField({ name, values, maxSelect: 1 } as unknown as Partial<SelectField>)

// What approval makes is part of a version; what a request's document is today, and what each file of it said when it was made,
// stand apart: a file is made after the step that asks for it.
migrate(
  (app) => {
    for (const name of ['formats', 'format_versions']) {
      const collection = app.findCollectionByNameOrId(name)
      collection.fields.add(new BoolField({ name: 'makesFinal' }))
      app.save(collection)
    }
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(
      select('finality', ['preliminary', 'final']),
      new DateField({ name: 'annulledAt' }),
      select('documentKind', kinds),
      new TextField({ name: 'documentHash', max: 64 }),
    )
    for (const { name, columns, where } of indexes) requests.addIndex(name, false, `${columns}, \`created\``, where)
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))
    const documents = app.findCollectionByNameOrId('request_documents')
    documents.fields.add(select('kind', kinds), new TextField({ name: 'hash', max: 64 }))
    app.save(documents)
    // All that was made so far has the mark.
    for (const sql of [
      "UPDATE requests SET finality = 'preliminary' WHERE status = 'approved'",
      "UPDATE requests SET documentKind = 'preliminary' WHERE document != ''",
      "UPDATE request_documents SET kind = 'preliminary'",
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => {
    const documents = app.findCollectionByNameOrId('request_documents')
    for (const name of ['kind', 'hash']) documents.fields.removeByName(name)
    app.save(documents)
    const requests = app.findCollectionByNameOrId('requests')
    for (const { name } of indexes) requests.removeIndex(name)
    for (const name of given) requests.fields.removeByName(name)
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
    for (const name of ['formats', 'format_versions']) {
      const collection = app.findCollectionByNameOrId(name)
      collection.fields.removeByName('makesFinal')
      app.save(collection)
    }
  },
)
