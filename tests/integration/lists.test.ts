import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { ListInput } from '../../src/domain/lists/list.ts'
import type { ListImportChanges, ListLookupCounts, ListRow, RecordList } from '../../src/domain/lists/list-output.ts'
import { type Server, startServer } from '../support/container.ts'
import { importRecords } from '../support/lists.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat, formatStep, requests, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

let ana: Person
let admin: Person
beforeAll(async () => {
  ;[ana, admin] = await Promise.all([aUser(), anAdmin()])
})

const code = () => Math.random().toString(36).slice(2)
const lists = ({ pb }: Pick<Person, 'pb'>) => pb.collection<RecordList>('lists')
const columns: ListInput['columns'] = [
  { key: 'cedula', label: 'Cédula', type: 'idDocument' },
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'salario', label: 'Salario', type: 'money' },
]
const aList = (change: Partial<ListInput> = {}) =>
  lists(admin).create({ name: `Empleados ${code()}`, columns, keyColumn: 'cedula', access: 'everybody', ...change })

type Values = Record<string, unknown>
const post = <Answer>(pb: PocketBase, path: string, body: object = {}) => toApp<Answer>(pb, `lists/${path}`, body)
const toApp = <Answer>(pb: PocketBase, path: string, body: object) =>
  pb.send<Answer>(`/api/app/${path}`, { method: 'POST', body })
const begin = async ({ id }: { id: string }) =>
  (await post<{ import: string }>(admin.pb, `${id}/import`, { fileName: 'nómina.xlsx' })).import
const send = ({ id }: { id: string }, to: string, rows: Values[]) =>
  post<{ errors: unknown[] }>(admin.pb, `${id}/import/rows`, {
    import: to,
    rows: rows.map((values, i) => ({ row: i + 2, values })),
  })
const weigh = ({ id }: { id: string }, staged: string) =>
  admin.pb.send<ListImportChanges>(`/api/app/lists/${id}/import`, { query: { import: staged } })
const fill = (list: { id: string }, rows: Values[], mode?: string) => importRecords(admin, list, rows, mode)
const undo = async ({ id }: { id: string }, undone?: string) =>
  post<RecordList>(admin.pb, `${id}/undo`, { import: undone ?? (await lists(admin).getOne(id)).current })
const search = async ({ pb }: Person, { id }: { id: string }, q: string) =>
  (await pb.send<{ items: ListRow[] }>(`/api/app/lists/${id}/search`, { query: { q } })).items.map(
    ({ values }) => values,
  )

const ines = { cedula: '1020304050', nombre: 'Inés Peña', salario: '2500000.00' }
const luis = { cedula: '79000111', nombre: 'Luis Ñandú', salario: '1800000.00' }
const eva = { cedula: '52000222', nombre: 'Eva Penagos', salario: '3100000.00' }

describe('list definition', () => {
  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ columns: [] }, 'columns', 'required'],
    [{ columns: [columns[0], columns[0]] }, 'columns', 'list.columns'],
    [{ columns: [columns[0], { key: 'otra', label: 'CEDULA', type: 'text' }] }, 'columns', 'list.columns'],
    [{ columns: [{ key: 'a b', label: 'A', type: 'text' }] }, 'columns.0.key', 'format.key'],
    [{ columns: [{ key: 'a', label: 'A', type: 'table' }], keyColumn: 'a' }, 'columns.0.type', 'invalid'],
    [{ keyColumn: 'otra' }, 'keyColumn', 'list.key'],
  ] as [Partial<ListInput>, string, string][])('rejects %j at %s', async (change, field, fault) => {
    expect((await refusalOf(aList(change))).fields).toMatchObject({ [field]: fault })
  })

  it('has a unique name, and its rows change by imports only', async () => {
    const { id, name } = await aList()
    expect((await refusalOf(aList({ name: name.toUpperCase() }))).fields).toEqual({ name: 'list.taken' })
    for (const change of [{ current: 'x'.repeat(15) }, { total: 5 }, { 'previous+': 'x' }])
      expect((await refusalOf(lists(admin).update(id, change))).status).toBe(400)
    expect((await refusalOf(lists(ana).update(id, { name: 'Otra' }))).status).toBe(404)
  })

  it('keeps key and types after an import, but accepts new labels and columns', async () => {
    const list = await aList()
    await fill(list, [ines])
    const update = (change: Partial<ListInput>) => lists(admin).update(list.id, change)
    expect((await refusalOf(update({ keyColumn: 'nombre' }))).fields).toEqual({ keyColumn: 'list.immutable' })
    const dated = columns.with(2, { key: 'salario', label: 'Salario', type: 'date' })
    expect((await refusalOf(update({ columns: dated }))).fields).toEqual({ columns: 'list.immutable' })
    const renamed = columns.with(1, { key: 'nombre', label: 'Nombre completo', type: 'text' })
    expect(await update({ columns: [...renamed, { key: 'cargo', label: 'Cargo', type: 'text' }] })).toMatchObject({
      total: 1,
    })
    expect(await search(ana, list, 'ines')).toEqual([ines])
  })
})

describe('list import', () => {
  it('is counted before, applied by confirmation, and can be undone', async () => {
    const list = await aList()
    expect(await fill(list, [ines, luis])).toMatchObject({ total: 2, fileName: 'nómina.xlsx' })
    const staged = await begin(list)
    await send(list, staged, [{ ...luis, salario: '1900000.00' }, eva])
    expect(await weigh(list, staged)).toEqual({ rows: 2, added: 1, changed: 1, removed: 1 })
    expect(await search(ana, list, 'eva')).toEqual([])
    const confirm = { import: staged, mode: 'replace' }
    expect(await post(admin.pb, `${list.id}/import/confirm`, confirm)).toMatchObject({ total: 2 })
    expect(await search(ana, list, 'ines')).toEqual([])
    expect(await search(ana, list, 'luis')).toEqual([{ ...luis, salario: '1900000.00' }])
    expect(await undo(list, staged)).toMatchObject({ total: 2 })
    expect(await search(ana, list, 'luis')).toEqual([luis])
    expect(await search(ana, list, 'ines')).toEqual([ines])
  })

  it('is undone once by repeated calls, and comes back if the restored import is undone', async () => {
    const list = await aList()
    await fill(list, [ines])
    const { current: good = '' } = await fill(list, [luis])
    const { current: bad = '' } = await fill(list, [eva])
    const [first, second] = await Promise.all([undo(list, bad), undo(list, bad)])
    expect([first, second]).toMatchObject([{ current: good }, { current: good }])
    expect(await undo(list, bad)).toMatchObject({ current: good })
    expect(await search(ana, list, 'luis')).toEqual([luis])
    const filter = `subjectId = "${list.id}" && action = "undo"`
    expect(await admin.pb.collection('events').getFullList({ filter })).toHaveLength(1)
    expect(await undo(list, good)).toMatchObject({ current: bad })
    await fill(list, [ines])
    expect(await refusalOf(undo(list, bad))).toMatchObject({ status: 409, code: 'list.changed' })
    expect(await refusalOf(undo(list, 'otraotraotra123'))).toMatchObject({ status: 409, code: 'list.changed' })
    expect(await refusalOf(post(admin.pb, `${list.id}/undo`))).toMatchObject({ status: 400 })
    // An import without a file name would look like an undo.
    for (const fileName of ['', ' '])
      expect(await refusalOf(post(admin.pb, `${list.id}/import`, { fileName }))).toMatchObject({
        fields: { fileName: 'required' },
      })
  })

  it('keeps the rows that the file lacks if merged by key', async () => {
    const list = await aList()
    await fill(list, [ines, luis])
    expect(await fill(list, [{ ...luis, nombre: 'Luis Otro' }, eva], 'merge')).toMatchObject({ total: 3 })
    expect(await search(ana, list, 'ines')).toEqual([ines])
    expect(await search(ana, list, '79.000.111')).toEqual([{ ...luis, nombre: 'Luis Otro' }])
    expect(await undo(list)).toMatchObject({ total: 2 })
  })

  it.each(['replace', 'merge'])('is applied once by repeated calls, until it is undone: %s', async (mode) => {
    const list = await aList()
    await fill(list, [ines, luis])
    const staged = await begin(list)
    await send(list, staged, [{ ...luis, salario: '1900000.00' }, eva])
    const path = `${list.id}/import/confirm`
    const confirm = (other = mode) => post<RecordList>(admin.pb, path, { import: staged, mode: other })
    const [first, second] = await Promise.all([confirm(), confirm()])
    expect(second).toEqual(first)
    expect(await confirm()).toEqual(first)
    expect(await refusalOf(confirm(mode === 'merge' ? 'replace' : 'merge'))).toMatchObject({ code: 'list.changed' })
    expect(await search(ana, list, 'luis')).toEqual([{ ...luis, salario: '1900000.00' }])
    const filter = `subjectId = "${list.id}" && action = "import"`
    expect(await admin.pb.collection('events').getFullList({ filter })).toHaveLength(2)
    await undo(list)
    expect(await refusalOf(confirm())).toMatchObject({ code: 'list.changed' })
  })

  it('drops rows with errors or duplicate keys, also when sent again', async () => {
    const list = await aList()
    const staged = await begin(list)
    const rows = [
      ines,
      { ...luis, cedula: '' },
      { ...luis, salario: 'mucho' },
      { ...luis, cedula: '1.020.304.050' },
      { ...eva, nombre: 'x'.repeat(9_000) },
      { ...eva, nombre: { a: 1 } },
    ]
    const errors = [
      { row: 3, errors: { cedula: 'required' } },
      { row: 4, errors: { salario: 'number' } },
      { row: 6, errors: { nombre: 'length' } },
      { row: 7, errors: { nombre: 'invalid' } },
      { row: 5, errors: { cedula: 'duplicate' } },
    ]
    expect(await send(list, staged, rows)).toEqual({ errors })
    expect(await send(list, staged, rows)).toEqual({ errors })
    expect(await weigh(list, staged)).toMatchObject({ rows: 1 })
  })

  it('is discarded when another import starts', async () => {
    const list = await aList()
    const first = await begin(list)
    await send(list, first, [ines])
    const second = await begin(list)
    expect(await refusalOf(send(list, first, [luis]))).toMatchObject({ status: 409 })
    expect(await weigh(list, second)).toMatchObject({ rows: 0 })
    expect(
      await refusalOf(post(admin.pb, `${list.id}/import/confirm`, { import: second, mode: 'merge' })),
    ).toMatchObject({ code: 'list.empty' })
    expect((await refusalOf(undo(list, first))).status).toBe(409)
  })
})

describe('concurrent list import', () => {
  let server: Server
  let superuser: PocketBase
  beforeAll(async () => {
    server = await startServer(inject('image'))
    ;[superuser, admin] = await Promise.all([aSuperuser(server), anAdmin({ at: server.url })])
  })
  afterAll(async () => {
    await server?.stop()
    admin = await anAdmin()
  })
  const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })

  it('keeps its rows while rows of an older import are deleted', async () => {
    const list = await aList()
    for (const row of [ines, luis]) await fill(list, [row])
    const fresh = 'f'.repeat(15)
    // Simulates a write of a second tab between two chunks of the deletion.
    await sql(`CREATE TRIGGER begun AFTER DELETE ON list_rows WHEN OLD.import != '${fresh}' BEGIN
      UPDATE lists SET staged = '${fresh}' WHERE id = '${list.id}';
      INSERT INTO list_rows (id, list, import, "row", "key", label, "values", search)
        VALUES ('${'r'.repeat(15)}', '${list.id}', '${fresh}', 2, '5', 'Zoé', '{}', ' zoe'); END`)
    await fill(list, [eva])
    await sql('DROP TRIGGER begun')
    expect(await weigh(list, fresh)).toEqual({ rows: 1, added: 1, changed: 0, removed: 1 })
  })
})

describe('list search', () => {
  it('matches beginnings of words regardless of accents, best match first', async () => {
    const list = await aList()
    await fill(list, [eva, ines, luis, { cedula: '30111', nombre: 'Zoé Peña Inés', salario: '1.00' }])
    const names = async (q: string) => (await search(ana, list, q)).map(({ nombre }) => nombre)
    expect(await names('PENA')).toEqual(['Inés Peña', 'Zoé Peña Inés', 'Eva Penagos'].sort())
    expect(await names('inés p')).toEqual(['Inés Peña', 'Zoé Peña Inés'])
    expect(await names('zoe')).toEqual(['Zoé Peña Inés'])
    expect(await names('79.000.1')).toEqual(['Luis Ñandú'])
    expect(await names('ndu')).toEqual([])
  })

  it('returns at most twenty rows, and none for fewer than two letters', async () => {
    const list = await aList()
    await fill(
      list,
      Array.from({ length: 30 }, (_, i) => ({ cedula: String(5000 + i), nombre: `Persona ${i}`, salario: '1.00' })),
    )
    expect(await search(ana, list, 'persona')).toHaveLength(20)
    for (const q of ['', 'p', '%', '__', '*', '" OR 1=1', "' OR '1'='1", 'ñ', '-- x', '\u0000'])
      expect(await search(ana, list, q)).toEqual([])
    expect(await search(admin, list, '')).toHaveLength(20)
    expect(await search(ana, list, 'persona '.repeat(500))).toHaveLength(20)
  })

  it('is open to users with access to the list', async () => {
    const group = await admin.pb.collection('groups').create({ name: `Nómina ${code()}`, members: [ana.id] })
    const other = await aUser()
    const closed = await aList({ access: 'admins' })
    const chosen = await aList({ access: 'groups', groups: [group.id] })
    for (const list of [closed, chosen]) await fill(list, [ines])
    expect(await search(admin, closed, 'ines')).toEqual([ines])
    expect(await refusalOf(search(ana, closed, 'ines'))).toMatchObject({ status: 404, code: 'list.notFound' })
    expect(await search(ana, chosen, 'ines')).toEqual([ines])
    expect((await refusalOf(search(other, chosen, 'ines'))).status).toBe(404)
    const seen = async (person: Person) => (await lists(person).getFullList()).map(({ id }) => id)
    expect(await seen(ana)).toContain(chosen.id)
    expect(await seen(ana)).not.toContain(closed.id)
    expect(await seen(other)).not.toContain(chosen.id)
    await admin.pb.collection('groups').update(group.id, { 'members-': ana.id })
    expect((await refusalOf(search(ana, chosen, 'ines'))).status).toBe(404)
  })

  it('is limited to 120 calls, to prevent copying', async () => {
    const list = await aList()
    await fill(list, [ines])
    const asker = await aUser()
    let answered = 0
    for (let time = 0; time < 125; time++)
      await search(asker, list, 'ines').then(
        () => answered++,
        ({ status }) => expect(status).toBe(429),
      )
    expect(answered).toBe(120)
    expect(await search(ana, list, 'ines')).toEqual([ines])
  })
})

describe('lookup by key', () => {
  const byKey = ({ pb }: Person, { id }: { id: string }, keys: unknown) =>
    post<{ items: { key: string; values: Values }[] }>(pb, `${id}/records`, { keys })

  it('returns existing records to users with access to the list', async () => {
    const list = await aList()
    await fill(list, [ines, { ...luis, cedula: '0079000111' }])
    const { items } = await byKey(ana, list, ['0079000111', '79000111', '1020304050', "' OR 1=1 --", '%', ''])
    expect(items.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: '0079000111', values: { ...luis, cedula: '0079000111' } },
      { key: '1020304050', values: ines },
    ])
    const closed = await aList({ access: 'admins' })
    await fill(closed, [ines])
    expect(await refusalOf(byKey(ana, closed, ['1020304050']))).toMatchObject({ status: 404, code: 'list.notFound' })
    expect((await byKey(admin, closed, ['1020304050'])).items).toHaveLength(1)
  })

  it('is counted per user and day, and shown to administrators', async () => {
    const list = await aList()
    await fill(list, [ines, luis])
    const asker = await aUser({ name: 'Óscar Díaz' })
    const wrong = (from: number, count = 500) => Array.from({ length: count }, (_, at) => `x${from + at}`)
    await byKey(asker, list, ['1020304050', ...wrong(0, 3)])
    await byKey(admin, list, wrong(0))
    const lookups = async () =>
      (await admin.pb.send<{ items: ListLookupCounts[] }>(`/api/app/lists/${list.id}/lookups`, { method: 'GET' })).items
    expect(await lookups()).toMatchObject([{ personName: 'Óscar Díaz', found: 1, missing: 3 }])
    for (let call = 0; call < 20; call++) await byKey(asker, list, wrong(call * 500))
    await expect(byKey(asker, list, ['1020304050'])).resolves.toMatchObject({ items: [{ values: ines }] })
    expect(await lookups()).toMatchObject([{ personName: 'Óscar Díaz', found: 2, missing: 10_003 }])
    const lines = await admin.pb.collection('events').getFullList({
      filter: `subjectId = "${list.id}" && action = "lookupMissing"`,
    })
    expect(lines).toMatchObject([{ subject: 'lists', actor: asker.id, details: { found: 1, missing: 10_003 } }])
    expect((await refusalOf(asker.pb.send(`/api/app/lists/${list.id}/lookups`, { method: 'GET' }))).status).toBe(403)
  })

  it('is recorded once a day if a user read as many rows as the list has', async () => {
    const list = await aList()
    const people = Array.from({ length: 1_400 }, (_, i) => ({ cedula: String(10_000_000 + i), nombre: `Ana ${i}` }))
    await fill(list, people)
    const asker = await aUser()
    const reports = () =>
      admin.pb.collection('events').getFullList({ filter: `subjectId = "${list.id}" && action = "lookupWhole"` })
    const keys = people.map(({ cedula }) => cedula)
    for (const from of [0, 500]) await byKey(asker, list, keys.slice(from, from + 500))
    await byKey(asker, list, keys.slice(1_000, 1_380))
    expect(await reports()).toEqual([])
    expect(await search(asker, list, 'ana')).toHaveLength(20)
    expect(await reports()).toMatchObject([{ actor: asker.id, details: { found: 1_400, missing: 0 } }])
    await byKey(asker, list, keys.slice(0, 500))
    expect(await reports()).toHaveLength(1)
  })

  it('accepts up to 500 keys per call', async () => {
    const list = await aList()
    await fill(list, [ines])
    const keys = Array.from({ length: 500 }, (_, i) => String(i))
    expect(await byKey(ana, list, keys)).toEqual({ items: [] })
    for (const odd of [[...keys, '500'], ['1'.repeat(201)], [1], 'todo', undefined])
      expect((await refusalOf(byKey(ana, list, odd))).status).toBe(400)
  })
})

describe('format with a list', () => {
  const fields = (list: { id: string }, change: object = {}): Field[] => [
    {
      key: 'documento',
      label: 'Documento',
      type: 'idDocument',
      list: { id: list.id, column: 'cedula', fills: [{ key: 'quien', column: 'nombre' }], fixed: true, ...change },
    },
    { key: 'quien', label: 'Quién', type: 'text' },
  ]
  const publish = async (fields: Field[]) => {
    const format = await aFormat(admin, { fields, body: 'De {{quien}}, {{documento}}.' })
    return formatStep(admin, format, 'publish')
  }
  const submitted = async (format: { id: string }, values: Values) => {
    const { id } = await requests(ana).create({ format: format.id, values })
    const { changed, skipped } = await take(ana, 'submit', { ids: [id] })
    return changed.length ? 'sent' : skipped[0]?.errors
  }

  it('is published if list and columns exist, and fixed fields need the key', async () => {
    const list = await aList()
    const faultOf = async (change: object, among = fields(list, change)) => (await refusalOf(publish(among))).fields
    expect(await faultOf({ id: 'x'.repeat(15) })).toEqual({ 'fields.0.list': 'format.list' })
    expect(await faultOf({ id: "' OR 1=1 --" })).toEqual({ 'fields.0.list.id': 'format.list' })
    expect(await faultOf({ column: 'otra' })).toEqual({ 'fields.0.list': 'format.list' })
    expect(await faultOf({ fills: [{ key: 'nadie', column: 'nombre' }] })).toEqual({ 'fields.0.list': 'format.list' })
    expect(await faultOf({ column: 'nombre', fills: [] })).toEqual({ 'fields.0.list': 'format.listKey' })
    expect(await publish(fields(list))).toMatchObject({ status: 'published' })
  })

  it('rejects fixed values that differ from the list', async () => {
    const list = await aList()
    await fill(list, [ines])
    const format = await publish(fields(list))
    expect(await submitted(format, { documento: '1.020.304.050', quien: 'Inés Peña' })).toBe('sent')
    expect(await submitted(format, { documento: '1020304050', quien: 'Otra' })).toEqual({ quien: 'list.mismatch' })
    expect(await submitted(format, { documento: '1020304050' })).toEqual({ quien: 'list.mismatch' })
    expect(await submitted(format, { documento: '79000111', quien: 'Luis' })).toEqual({ documento: 'list.unknown' })
    expect(await submitted(format, { quien: 'Luis' })).toEqual({ documento: 'list.unknown' })
    expect(await submitted(format, {})).toBe('sent')
    const free = await publish(fields(list, { fixed: false }))
    expect(await submitted(free, { documento: '79000111', quien: 'Luis' })).toBe('sent')
  })

  it('skips hidden fields and validates visible fields', async () => {
    const list = await aList()
    await fill(list, [ines])
    const visibleIf = { key: 'registrado', equals: true }
    const [document, name] = fields(list) as [Field, Field]
    const asked: Field = { key: 'registrado', label: 'Registrado', type: 'boolean' }
    const hidden = await publish([asked, { ...document, visibleIf }, name])
    expect(await submitted(hidden, { registrado: false, quien: 'Luis' })).toBe('sent')
    expect(await submitted(hidden, { registrado: true, quien: 'Luis' })).toEqual({ documento: 'list.unknown' })
    const filled = await publish([asked, document, { ...name, visibleIf }])
    expect(await submitted(filled, { registrado: false, documento: '1020304050' })).toBe('sent')
    expect(await submitted(filled, { registrado: true, documento: '1020304050' })).toEqual({ quien: 'list.mismatch' })
  })

  const batchOf = ({ pb }: Person, format: { id: string }, total: number, joined?: string[]) =>
    toApp<{ id: string }>(pb, 'batches', {
      format: format.id,
      fileName: 'a.xlsx',
      fileHash: code()
        .padEnd(64, '0')
        .replace(/[^0-9a-f]/g, 'a')
        .slice(0, 64),
      total,
      ...(joined && { joined }),
    })

  const sendTo = ({ pb }: Person, batch: { id: string }, rows: Values[]) =>
    toApp<{ valid: number; errors: unknown[] }>(pb, `batches/${batch.id}/rows`, {
      rows: rows.map((values, i) => ({ row: i + 2, values })),
    })
  const readBatchRows = async ({ id }: { id: string }) =>
    (
      await ana.pb
        .collection('batch_rows')
        .getFullList<{ values: Values }>({ batch: 30, filter: `batch = '${id}'`, sort: 'row' })
    ).map(({ values }) => values)

  it('fills batch rows by key if joined', async () => {
    const list = await aList()
    await fill(list, [ines, luis])
    const bound = fields(list, { fixed: false })
    const format = await publish([...bound, { key: 'nota', label: 'Nota', type: 'text' }])
    const rows = [{ documento: '1020304050' }, { documento: '79.000.111', quien: 'Otro' }, { quien: 'Nadie' }]
    const plain = await batchOf(ana, format, 4)
    expect(await sendTo(ana, plain, rows)).toEqual({ valid: 3, errors: [] })
    expect((await readBatchRows(plain))[0]).toEqual({ documento: '1020304050' })
    const batch = await batchOf(ana, format, 4, ['quien'])
    expect(await sendTo(ana, batch, [...rows, { documento: '52000222' }])).toEqual({
      valid: 3,
      errors: [{ row: 5, errors: { documento: 'list.unknown' } }],
    })
    expect((await readBatchRows(batch)).slice(0, 3)).toEqual([
      { documento: '1020304050', quien: 'Inés Peña' },
      { documento: '79000111', quien: 'Otro' },
      { quien: 'Nadie' },
    ])
    await fill(list, [eva], 'merge')
    const again = [{ row: 5, values: { documento: '52000222' } }]
    expect(await toApp(ana.pb, `batches/${batch.id}/rows`, { rows: again })).toEqual({ valid: 1, errors: [] })
    expect((await readBatchRows(batch))[3]).toEqual({ documento: '52000222', quien: 'Eva Penagos' })
  })

  it('counts lookups of a batch', async () => {
    const list = await aList()
    await fill(list, [ines, luis])
    const format = await publish(fields(list, { fixed: false }))
    const asker = await aUser({ name: 'Olga Ruiz' })
    const lookups = async () =>
      (await admin.pb.send<{ items: ListLookupCounts[] }>(`/api/app/lists/${list.id}/lookups`, { method: 'GET' })).items
    const batch = await batchOf(asker, format, 4, ['quien'])
    await sendTo(asker, batch, [{ documento: '1020304050' }, { documento: '1.020.304.050' }, {}, { documento: '5' }])
    expect(await lookups()).toMatchObject([{ personName: 'Olga Ruiz', found: 1, missing: 1 }])
  })

  it('fills fixed and required fields, and reports only wrong keys', async () => {
    const list = await aList()
    await fill(list, [ines])
    const [document, name] = fields(list) as [Field, Field]
    const format = await publish([
      { ...document, required: true },
      { ...name, required: true },
    ])
    const batch = await batchOf(ana, format, 4, ['quien'])
    expect(
      await sendTo(ana, batch, [{ documento: '1020304050', quien: 'Otra' }, { documento: '52000222' }, {}]),
    ).toEqual({
      valid: 1,
      errors: [
        { row: 3, errors: { documento: 'list.unknown' } },
        { row: 4, errors: { documento: 'required' } },
      ],
    })
    expect((await readBatchRows(batch))[0]).toEqual({ documento: '1020304050', quien: 'Inés Peña' })
  })

  it('matches by another column, whose value must be unique', async () => {
    const coded = [...columns, { key: 'codigo', label: 'Código', type: 'text' as const }]
    const list = await aList({ columns: coded })
    const of = (record: object, codigo: string) => ({ ...record, codigo })
    await fill(list, [of(ines, 'E-0042'), of(luis, 'E-7'), of(eva, 'e-7'), { cedula: '3011122', nombre: 'Zoé' }])
    const byCode = (change: object = {}): Field[] => [
      {
        key: 'codigo',
        label: 'Código',
        type: 'text',
        list: {
          id: list.id,
          column: 'codigo',
          fills: [{ key: 'quien', column: 'nombre' }],
          match: 'codigo',
          ...change,
        },
      },
      { key: 'quien', label: 'Quién', type: 'text', required: true },
    ]
    const publishing = async (change: object) => {
      const format = await aFormat(admin, { fields: byCode(change), body: 'De {{quien}}.' })
      return formatStep(admin, format, 'publish')
    }
    // The disambiguating column must be in a field.
    for (const change of [{ match: 'cedula' }, { match: 'otra' }])
      expect((await refusalOf(publishing(change))).fields).toEqual({ 'fields.0.list': 'format.listKey' })
    const fixed = await publishing({ fixed: true })
    expect(await submitted(fixed, { codigo: 'E-0042', quien: 'Inés Peña' })).toBe('sent')
    expect(await submitted(fixed, { codigo: 'e 0042', quien: 'Inés Peña' })).toEqual({ codigo: 'list.mismatch' })
    expect(await submitted(fixed, { codigo: 'E-0042', quien: 'Otra' })).toEqual({ quien: 'list.mismatch' })
    expect(await submitted(fixed, { codigo: 'E-7', quien: 'Luis Ñandú' })).toEqual({ codigo: 'list.several' })
    expect(await submitted(fixed, { codigo: '1020304050', quien: 'Inés Peña' })).toEqual({ codigo: 'list.unknown' })
    const format = await publishing({})
    const batch = await batchOf(ana, format, 4, ['quien'])
    const rows = [{ codigo: 'e-0042' }, { codigo: 'E-7' }, { codigo: 'E-8' }, { codigo: 'E-7', quien: 'Luis' }]
    expect(await sendTo(ana, batch, rows)).toEqual({
      valid: 2,
      errors: [
        { row: 3, errors: { codigo: 'list.several' } },
        { row: 4, errors: { codigo: 'list.unknown' } },
      ],
    })
    expect((await readBatchRows(batch))[0]).toEqual({ codigo: 'e-0042', quien: 'Inés Peña' })
    const asked = { keys: ['e0042', 'e7', 'e8'], column: 'codigo' }
    const records = () => post<{ items: { key: string; values: Values | null }[] }>(ana.pb, `${list.id}/records`, asked)
    expect((await records()).items).toEqual([
      { key: 'e0042', values: of(ines, 'E-0042') },
      { key: 'e7', values: null },
    ])
    // Also with records of later imports, and of the previous one after an undo.
    await fill(list, [of(luis, 'E-7'), of(eva, 'E-8')])
    expect((await records()).items.map(({ key, values }) => [key, values?.nombre])).toEqual([
      ['e7', 'Luis Ñandú'],
      ['e8', 'Eva Penagos'],
    ])
    await fill(list, [of(eva, 'E-9')], 'merge')
    expect((await records()).items.map(({ key }) => key)).toEqual(['e7'])
    await undo(list)
    expect((await records()).items.map(({ key }) => key)).toEqual(['e7', 'e8'])
  })

  it('matches by another column in thousands of rows, before and after publication', async () => {
    const people = (from: number) =>
      Array.from({ length: 3_000 }, (_, i) => ({ cedula: String(10_000_000 + from + i), nombre: `E${from + i}` }))
    const list = await aList()
    const publishing = async () => {
      const bound = { id: list.id, column: 'nombre', fills: [{ key: 'documento', column: 'cedula' }], match: 'nombre' }
      const fields: Field[] = [
        { key: 'quien', label: 'Quién', type: 'text', list: bound },
        { key: 'documento', label: 'Documento', type: 'idDocument' },
      ]
      await formatStep(admin, await aFormat(admin, { fields, body: 'De {{quien}}.' }), 'publish')
    }
    const known = async () => {
      const asked = { keys: ['e0', 'e2000', 'e2999', 'e3000', 'e5999'], column: 'nombre' }
      const { items } = await post<{ items: { key: string; values: Values }[] }>(ana.pb, `${list.id}/records`, asked)
      return items.map(({ key, values }) => [key, values.cedula])
    }
    await fill(list, people(0))
    await publishing()
    expect(await known()).toEqual([
      ['e0', '10000000'],
      ['e2000', '10002000'],
      ['e2999', '10002999'],
    ])
    await fill(list, people(3_000), 'merge')
    expect((await known()).map(([key]) => key)).toEqual(['e0', 'e2000', 'e2999', 'e3000', 'e5999'])
    await fill(list, people(3_000))
    expect((await known()).map(([key]) => key)).toEqual(['e3000', 'e5999'])
  })

  it('fills nothing for users without access, also if access ends later', async () => {
    const asker = await aUser()
    const group = await admin.pb.collection('groups').create({ name: `Nómina ${code()}`, members: [asker.id] })
    const list = await aList({ access: 'groups', groups: [group.id] })
    await fill(list, [ines])
    const format = await publish(fields(list, { fixed: false }))
    const refused = { status: 400, fields: { joined: 'list.notFound' } }
    expect(await refusalOf(batchOf(ana, format, 1, ['quien']))).toMatchObject(refused)
    for (const odd of [['documento'], ['otra'], ['quien', 'nota']])
      expect(await refusalOf(batchOf(asker, format, 1, odd))).toMatchObject(refused)
    const batch = await batchOf(asker, format, 2, ['quien'])
    expect(await sendTo(asker, batch, [{ documento: '1020304050' }])).toMatchObject({ valid: 1 })
    await admin.pb.collection('groups').update(group.id, { 'members-': asker.id })
    const rows = [{ row: 3, values: { documento: '1020304050' } }]
    expect(await toApp(asker.pb, `batches/${batch.id}/rows`, { rows })).toEqual({
      valid: 0,
      errors: [{ row: 3, errors: { documento: 'list.unknown' } }],
    })
  })

  it('limits wrong guesses by users without access', async () => {
    const list = await aList({ access: 'admins' })
    await fill(list, [ines])
    const format = await publish(fields(list))
    const wrong = { documento: 'list.unknown' }
    expect(await submitted(format, { documento: '1020304050', quien: 'Inés Peña' })).toBe('sent')
    expect(await submitted(format, { documento: '1020304050', quien: 'Otra' })).toEqual(wrong)
    expect(await submitted(format, { documento: '79000111', quien: 'Luis' })).toEqual(wrong)
    const asker = await aUser()
    const batch = await batchOf(asker, format, 120)
    const guesses = ['Ana', 'Eva', 'Inés', 'Inés P.', 'Inés Pena', 'Inés Peña'].map((quien) => ({
      documento: '1020304050',
      quien,
    }))
    const others = Array.from({ length: 100 }, (_, i) => ({ documento: String(5_000_000 + i), quien: 'Inés Peña' }))
    const { valid, errors } = await sendTo(asker, batch, [...guesses, ...others])
    expect(valid).toBe(0)
    const tooMany = { documento: 'list.attempts' }
    // Limits: five attempts per record, a hundred in all.
    expect(errors.slice(4, 6)).toEqual([
      { row: 6, errors: wrong },
      { row: 7, errors: tooMany },
    ])
    // Two records may share a counter, but hardly three.
    expect(errors.slice(6, 9)).toContainEqual({ row: expect.any(Number), errors: wrong })
    expect(errors.slice(-2)).toEqual([
      { row: 106, errors: tooMany },
      { row: 107, errors: tooMany },
    ])
    expect(await submitted(format, { documento: '1020304050', quien: 'Inés Peña' })).toBe('sent')
  })

  it('prevents the deletion of its list and columns until a later version', async () => {
    const list = await aList()
    await fill(list, [ines])
    const format = await publish(fields(list))
    expect(await refusalOf(lists(admin).delete(list.id))).toMatchObject({ status: 409, code: 'list.used' })
    const without = columns.filter(({ key }) => key !== 'nombre')
    expect((await refusalOf(lists(admin).update(list.id, { columns: without }))).fields).toEqual({
      columns: 'list.used',
    })
    const earlier = await requests(ana).create({ format: format.id, values: { documento: '1', quien: 'Nadie' } })
    const [field, ...rest] = fields(list)
    const { list: _, ...free } = field as Field
    await admin.pb.collection('formats').update(format.id, { fields: [free, ...rest] })
    await formatStep(admin, format, 'publish')
    await lists(admin).update(list.id, { columns: without })
    await lists(admin).delete(list.id)
    await requests(ana).update(earlier.id, { values: { documento: '79000111', quien: 'Luis' } })
    expect((await take(ana, 'submit', { ids: [earlier.id] })).changed).toEqual([earlier.id])
  })
})
