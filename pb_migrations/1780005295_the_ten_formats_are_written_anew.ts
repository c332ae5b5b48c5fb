import type { Field } from '../src/domain/fields/field.ts'
import { canonicalText, type Rewriting, rewrittenFields } from './anew/rewriting.ts'
import { rewritings } from './anew/rewritings.ts'

/** A version, or the working copy of a format. */
const textOf = (record: core.Record) => ({
  fields: JSON.parse(record.getString('fields') || '[]') as Field[],
  body: record.getString('body'),
})
type Text = ReturnType<typeof textOf>

const isWhatFollows = ({ fields, body }: Text, { follows }: Rewriting) =>
  $security.sha256(canonicalText(fields, body)) === follows
const isSame = (a: Text, b: Text) => canonicalText(a.fields, a.body) === canonicalText(b.fields, b.body)

function versionsOf(app: CoreApp, format: core.Record): core.Record[] {
  const found = app.findRecordsByFilter('format_versions', 'format = {:format}', '-version', 0, 0, {
    format: format.id,
  })
  return found.filter((version) => version !== undefined)
}

function formatOf(app: CoreApp, { code }: Rewriting): core.Record | undefined {
  return app.findRecordsByFilter('formats', 'code = {:code}', '', 1, 0, { code })[0]
}

/** What one has set already stays. */
function paperOf(format: core.Record, { paper }: Rewriting) {
  const own = JSON.parse(format.getString('paper') || '{}') ?? {}
  return Object.keys(own).length ? own : paper
}

/** The next version of a format; what asked for it is the release, of which the history tells where there is somebody to read it. */
function publish(app: CoreApp, format: core.Record, text: Text & { paper: object }) {
  const version = format.getInt('version') + 1
  const signatures = JSON.parse(format.getString('signatures') || '[]')
  const record = { ...text, signatures, format: format.id, version }
  app.save(new Record(app.findCollectionByNameOrId('format_versions'), record))
  format.load({ ...text, version })
  app.save(format)
  if (!app.countRecords('users')) return
  const status = format.getString('status')
  const told = { subject: 'formats', subjectId: format.id, action: 'publish', from: status, to: status }
  const by = { actorName: 'Formatos preeliminares', details: { version } }
  app.save(new Record(app.findCollectionByNameOrId('events'), { ...told, ...by }))
}

migrate(
  (app) => {
    for (const rewriting of rewritings) {
      const format = formatOf(app, rewriting)
      const versions = format ? versionsOf(app, format) : []
      const latest = versions[0]
      const ours = versions.find((version) => isWhatFollows(textOf(version), rewriting))
      if (!format || !latest || !ours) continue
      const { fields } = textOf(ours)
      const { body } = rewriting
      const text = { fields: rewrittenFields(fields, rewriting), body, paper: paperOf(format, rewriting) }
      if (isSame(textOf(latest), text)) continue
      const isUntouched = latest.id === ours.id && isSame(textOf(format), textOf(latest))
      if (isUntouched) publish(app, format, text)
      else
        app
          .db()
          .newQuery('UPDATE formats SET offer = {:offer} WHERE id = {:id}')
          .bind({ offer: JSON.stringify(text), id: format.id })
          .execute()
    }
  },
  (app) => {
    for (const rewriting of rewritings) {
      const format = formatOf(app, rewriting)
      const [latest, before] = format ? versionsOf(app, format) : []
      if (!format || !latest || !before || textOf(latest).body !== rewriting.body) continue
      // A version that somebody asked for stays.
      const asked = ['requests', 'batches'].some((name) =>
        app.countRecords(name, $dbx.hashExp({ formatVersion: latest.id })),
      )
      if (asked) continue
      const paper = JSON.parse(before.getString('paper') || '{}')
      format.load({ ...textOf(before), paper, version: before.getInt('version') })
      app.save(format)
      app.delete(latest)
    }
  },
)
