import { withoutTriggers } from './triggers.ts'

const untouched = ' && @request.body.checkCode:isset = false'
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Documents that get their code in one statement. */
const portion = 1_000

function uncoded(app: CoreApp): string[] {
  const found = arrayOf(new DynamicModel({ id: '' })) as unknown as { id: string }[]
  app.db().newQuery(`SELECT id FROM requests WHERE documentNumber != '' AND checkCode = '' LIMIT ${portion}`).all(found)
  return [...found].map(({ id }) => id)
}

// Whoever is handed a document can ask whether it is one. The code belongs to its number; who has a number has one from now on.
migrate(
  (app) => {
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(new TextField({ name: 'checkCode', max: 14 }))
    requests.addIndex('idx_requests_checkCode', true, '`checkCode`', "`checkCode` != ''")
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))
    for (let ids = uncoded(app); ids.length; ids = uncoded(app)) {
      const codes = $security
        .randomStringWithAlphabet(ids.length * 12, letters)
        .replace(/(.{4})(.{4})(.{4})/g, '$1-$2-$3')
      const given = ids.map((id, index) => ({ id, code: codes.slice(index * 14, index * 14 + 14) }))
      app
        .db()
        .newQuery(
          `UPDATE requests SET checkCode = given.code
           FROM (SELECT value ->> 'id' AS id, value ->> 'code' AS code FROM json_each({:given})) AS given WHERE requests.id = given.id`,
        )
        .bind({ given: JSON.stringify(given) })
        .execute()
    }
  },
  (app) => {
    const requests = app.findCollectionByNameOrId('requests')
    requests.removeIndex('idx_requests_checkCode')
    requests.fields.removeByName('checkCode')
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
  },
)
