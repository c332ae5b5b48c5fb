import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enginePath } from '../../engine/pin.mjs'
import { makeProduct, root } from '../../engine/project.mjs'
import { templates } from '../../src/domain/formats/seed/templates.ts'
import { currentFormats } from '../support/formats.ts'

const data = mkdtempSync(join(tmpdir(), 'rewritten-'))
afterAll(() => rmSync(data, { recursive: true }))

function migrate(...words: string[]) {
  const flags = [
    '--dev=false',
    '--automigrate=false',
    `--dir=${data}`,
    `--migrationsDir=${join(root, 'dist/pb_migrations/each')}`,
  ]
  execFileSync(enginePath(), ['migrate', ...words, ...flags], { input: 'y\n' })
}

function sql<Row>(query: string): Row[] {
  const said = execFileSync('sqlite3', ['-json', join(data, 'data.db'), query], { encoding: 'utf8' })
  return JSON.parse(said || '[]')
}

const newer = () => readdirSync(join(root, 'dist/pb_migrations/each')).filter((name) => name >= '1780005100').length

const fromSigned = () =>
  readdirSync(join(root, 'dist/pb_migrations/each')).filter((name) => name >= '1780006100').length

interface Row {
  version: number
  versions: number
  body: string
  fields: string
  paper: string
}

const formatOf = (code: string) =>
  sql<Row>(`SELECT version, body, fields,
    (SELECT count(*) FROM format_versions WHERE format = formats.id) AS versions FROM formats WHERE code = '${code}'`)[0]
const offerOf = (code: string): unknown =>
  JSON.parse(sql<{ offer: string | null }>(`SELECT offer FROM formats WHERE code = '${code}'`)[0]?.offer ?? 'null')
const textOf = <One extends { code: string }>(list: readonly One[], code: string) =>
  list.find((one) => one.code === code)

beforeAll(async () => {
  await makeProduct()
  migrate('up')
}, 300_000)

it('a new installation publishes the ten as they are written anew, with who signs them', () => {
  for (const { code, body, fields, signatures, version } of currentFormats) {
    const found = formatOf(code)
    expect([found?.version, found?.versions, found?.body], code).toEqual([version, version, body])
    expect(JSON.parse(found?.fields ?? ''), code).toEqual(fields)
    const [signed] = sql<{ signatures: string }>(`SELECT signatures FROM formats WHERE code = '${code}'`)
    expect(JSON.parse(signed?.signatures ?? ''), code).toEqual(signatures)
    expect(offerOf(code), code).toBeNull()
  }
})

it('what an installation made its own stays, and ours is offered; what it did not touch is published anew', () => {
  migrate('down', String(newer()))
  for (const { code, body, fields } of templates) {
    const found = formatOf(code)
    expect([found?.version, found?.versions, found?.body], code).toEqual([1, 1, body])
    expect(JSON.parse(found?.fields ?? ''), code).toEqual(fields)
  }
  // Published; written and not published; another label alone; copied under another code; and a code that was free.
  sql(`UPDATE formats SET body = 'Mío {{nombre_completo}}', version = 2 WHERE code = 'CL';
    INSERT INTO format_versions (id, format, version, fields, body)
      SELECT 'v2v2v2v2v2v2v2v', id, 2, fields, body FROM formats WHERE code = 'CL';
    UPDATE formats SET body = body || ' y más', edited = TRUE WHERE code = 'PS';
    UPDATE formats SET fields = json_set(fields, '$[0].label', 'Otro nombre') WHERE code = 'MI';
    UPDATE formats SET code = 'QQ' WHERE code = 'VP';
    UPDATE format_versions SET body = 'De otro' WHERE format = (SELECT id FROM formats WHERE code = 'AE');
    UPDATE formats SET body = 'De otro' WHERE code = 'AE'`)
  migrate('up')
  const kept = (code: string) => {
    const { version, versions, body } = formatOf(code) ?? {}
    return { version, versions, body, offered: offerOf(code) }
  }
  const offered = (code: string) => {
    const { fields, body, paper, signatures } = textOf(currentFormats, code) ?? {}
    return { fields, body, paper, ...(signatures?.length && { signatures }) }
  }
  expect(kept('CL')).toEqual({ version: 2, versions: 2, body: 'Mío {{nombre_completo}}', offered: offered('CL') })
  expect(kept('PS')).toEqual({
    version: 1,
    versions: 1,
    body: `${textOf(templates, 'PS')?.body} y más`,
    offered: offered('PS'),
  })
  expect(kept('MI')).toMatchObject({ version: 1, versions: 1, offered: offered('MI') })
  expect(kept('QQ')).toMatchObject({ version: 1, versions: 1, offered: null })
  expect(kept('AE')).toMatchObject({ version: 1, versions: 1, body: 'De otro', offered: null })
  for (const code of ['CC', 'CPS', 'OC', 'CE', 'AD'])
    expect(kept(code), code).toMatchObject({
      version: textOf(currentFormats, code)?.version,
      versions: textOf(currentFormats, code)?.version,
      body: textOf(currentFormats, code)?.body,
      offered: null,
    })
})

it('who signs is added where nothing was changed, offered with the text where it was, and left alone where somebody said it', () => {
  rmSync(data, { recursive: true })
  migrate('up')
  migrate('down', String(fromSigned()))
  const unsigned = () =>
    sql<{ code: string }>("SELECT code FROM formats WHERE signatures = '[]'").map(({ code }) => code)
  expect(unsigned()).toHaveLength(10)
  // Another paper, published; written and not published; signed by somebody already; another kind of document.
  sql(`UPDATE formats SET body = 'Mío', edited = TRUE WHERE code = 'PS';
    UPDATE formats SET signatures = '[{"by":"owner"}]', edited = TRUE WHERE code = 'CE';
    UPDATE formats SET makesFinal = TRUE WHERE code = 'OC';
    UPDATE format_versions SET makesFinal = TRUE WHERE format = (SELECT id FROM formats WHERE code = 'OC') AND version = 2`)
  migrate('up')
  const signed = (code: string) =>
    sql<{ version: number; signatures: string; latest: string; makesFinal: number }>(
      `SELECT f.version, f.signatures, v.signatures AS latest, v.makesFinal FROM formats f
       JOIN format_versions v ON v.format = f.id AND v.version = f.version WHERE code = '${code}'`,
    )[0]
  const approves = '[{"by":"approver","caption":"Aprueba"}]'
  expect(signed('OC')).toEqual({ version: 3, signatures: approves, latest: approves, makesFinal: 1 })
  expect(signed('PS')).toMatchObject({ version: 2, signatures: '[]' })
  expect(offerOf('PS')).toMatchObject({ signatures: [{ by: 'organisation', caption: 'Certifica' }] })
  expect(signed('CE')).toMatchObject({ version: 2, signatures: '[{"by":"owner"}]', latest: '[]' })
  expect(offerOf('CE')).toBeNull()
  migrate('down', String(fromSigned()))
  expect(signed('OC')).toMatchObject({ version: 2, signatures: '[]' })
  expect(offerOf('PS')).toBeNull()
})
