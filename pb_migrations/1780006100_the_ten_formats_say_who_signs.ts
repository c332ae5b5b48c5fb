import { canonicalText } from './anew/rewriting.ts'

interface Block {
  by: 'organisation' | 'approver'
  caption: string
}

/** Those of the ten that end with a line of the organisation's; `text` is the SHA-256 of what each says so far. In the others the parties sign by their names. */
const changes: readonly { code: string; text: string; signatures: Block[] }[] = [
  {
    code: 'CL',
    text: '179159cbf791446a87a16eff73f55b33d903a5a8d76936719ea9ac0a0d9e6bc8',
    signatures: [{ by: 'organisation', caption: 'Certifica' }],
  },
  {
    code: 'PS',
    text: 'fd79287df85da09ad57b36dac22363cfb90169ff797d431301199972ae559ae0',
    signatures: [{ by: 'organisation', caption: 'Certifica' }],
  },
  {
    code: 'CE',
    text: 'e4b3792f08ff60215cb011fac9fd16eb03b10a53bddae675f7fe94daeff72a21',
    signatures: [{ by: 'organisation', caption: 'Certifica' }],
  },
  {
    code: 'OC',
    text: '3f4c820be63b4dc2fa47924c09f5bd43ba7d7267e88e125fd82e3a89e075f887',
    signatures: [{ by: 'approver', caption: 'Aprueba' }],
  },
  {
    code: 'VP',
    text: '2aa0afadee754857d4c182f4e1e216adb9d1a4a96775de3acab4291d275ac330',
    signatures: [{ by: 'approver', caption: 'Autoriza' }],
  },
]

interface Text {
  fields: unknown
  body: string
  paper: unknown
}

/** Of a version, or of the working copy of a format. */
const textOf = (record: core.Record): Text => ({
  fields: JSON.parse(record.getString('fields') || '[]'),
  body: record.getString('body'),
  paper: JSON.parse(record.getString('paper') || '{}'),
})
const sumOf = ({ fields, body }: Pick<Text, 'fields' | 'body'>) => $security.sha256(canonicalText(fields, body))
const signaturesOf = (record: core.Record) => JSON.parse(record.getString('signatures') || '[]') ?? []
const offerOf = (format: core.Record) => JSON.parse(format.getString('offer') || 'null') as Text | null

const formatOf = (app: CoreApp, code: string) =>
  app.findRecordsByFilter('formats', 'code = {:code}', '', 1, 0, { code })[0]

function versionsOf(app: CoreApp, format: core.Record): core.Record[] {
  const found = app.findRecordsByFilter('format_versions', 'format = {:format}', '-version', 0, 0, {
    format: format.id,
  })
  return found.filter((version) => version !== undefined)
}

function offer(app: CoreApp, { id }: core.Record, text: object | null) {
  const query = app.db().newQuery('UPDATE formats SET offer = {:offer} WHERE id = {:id}')
  query.bind({ offer: JSON.stringify(text), id }).execute()
}

/** The next version says the same, and who signs; the history tells of it where there is somebody to read it. */
function publish(app: CoreApp, format: core.Record, latest: core.Record, signatures: Block[]) {
  const version = latest.getInt('version') + 1
  const next = new Record(app.findCollectionByNameOrId('format_versions'))
  next.load({ ...textOf(latest), signatures, makesFinal: latest.getBool('makesFinal'), format: format.id, version })
  app.save(next)
  format.load({ signatures, version })
  app.save(format)
  if (!app.countRecords('users')) return
  const status = format.getString('status')
  const told = { subject: 'formats', subjectId: format.id, action: 'publish', from: status, to: status }
  const by = { actorName: 'Formatos preeliminares', details: { version } }
  app.save(new Record(app.findCollectionByNameOrId('events'), { ...told, ...by }))
}

// A document of a new installation is signed by a person: whoever signs for the organisation, or approved it. Who signs what one has made one's own stays; ours is offered.
migrate(
  (app) => {
    for (const { code, text, signatures } of changes) {
      const format = formatOf(app, code)
      const versions = format ? versionsOf(app, format) : []
      const [latest] = versions
      if (!format || !latest || signaturesOf(format).length || signaturesOf(latest).length) continue
      const isUntouched = !format.getBool('edited') && sumOf(textOf(format)) === text && sumOf(textOf(latest)) === text
      const ours = versions.map(textOf).find((said) => sumOf(said) === text)
      const offered = offerOf(format)
      if (isUntouched) publish(app, format, latest, signatures)
      else if (offered && sumOf(offered) === text) offer(app, format, { ...offered, signatures })
      else if (ours) offer(app, format, { ...ours, signatures })
    }
  },
  (app) => {
    for (const { code, text, signatures } of changes) {
      const format = formatOf(app, code)
      const versions = format ? versionsOf(app, format) : []
      const [latest, before] = versions
      if (!format || !latest) continue
      const isOurs =
        sumOf(textOf(latest)) === text && JSON.stringify(signaturesOf(latest)) === JSON.stringify(signatures)
      // A version that somebody asked for stays.
      const asked = ['requests', 'batches'].some((name) =>
        app.countRecords(name, $dbx.hashExp({ formatVersion: latest.id })),
      )
      if (before && isOurs && !asked) {
        format.load({ ...textOf(before), signatures: signaturesOf(before), version: before.getInt('version') })
        app.save(format)
        app.delete(latest)
      }
      const offered = offerOf(format)
      if (offered && sumOf(offered) === text) {
        const { fields, body, paper } = offered
        const isKnown = versions.some((version) => sumOf(textOf(version)) === text)
        offer(app, format, isKnown ? null : { fields, body, paper })
      }
    }
  },
)
