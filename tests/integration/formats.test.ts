import { describe, expect, it } from 'vitest'
import type { Format, FormatVersion } from '../../src/domain/formats/format.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat, aPublishedFormat, formatStep, requests } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const [ana, admin] = await Promise.all([aUser(), anAdmin()])

const formats = (person: Pick<Person, 'pb'>) => person.pb.collection<Format>('formats')
const versions = (person: Pick<Person, 'pb'>) => person.pb.collection<FormatVersion>('format_versions')

describe('catalogue', () => {
  it('has ten formats from the start, each published as version 1', async () => {
    const all = await formats(ana).getFullList()
    for (const { code, name, body, fields, signatures = [], paper = {} } of initialFormats) {
      const content = { body, fields, signatures, paper, route: [], makesFinal: false, version: 1 }
      const found = all.find((format) => format.code === code)
      expect(found).toMatchObject({ ...content, name, status: 'published', edited: false })
      const stored = await versions(ana).getFullList({ batch: 30, filter: `format = "${found?.id}"` })
      expect(stored).toMatchObject([content])
    }
    expect(initialFormats).toHaveLength(10)
  })

  it('omits an archived format, but keeps its name readable', async () => {
    const { id } = await aPublishedFormat(admin)
    await formatStep(admin, { id }, 'archive')
    expect((await formats(ana).getFullList()).map((format) => format.id)).not.toContain(id)
    expect(await formats(ana).getOne(id)).toMatchObject({ status: 'archived' })
    expect((await refusalOf(requests(ana).create({ format: id, values: {} }))).status).toBe(400)
    await formatStep(admin, { id }, 'restore')
    expect(await requests(ana).create({ format: id, values: {} })).toMatchObject({ status: 'draft' })
  })
})

describe('write formats', () => {
  it('rejects status and version in a record call', async () => {
    expect((await refusalOf(aFormat(admin, { status: 'published' }))).status).toBe(400)
    expect((await refusalOf(aFormat(admin, { version: 7 }))).status).toBe(400)
    const { id } = await aFormat(admin)
    for (const change of [{ status: 'published' }, { version: 3 }, { 'version+': 1 }, { '+status': 'published' }])
      expect((await refusalOf(formats(admin).update(id, change))).status).toBe(404)
    expect(await formats(admin).getOne(id)).toMatchObject({ status: 'draft', version: 0 })
  })

  it.each(['A', 'ABCDE', 'ab', 'A1', 'ÑU'])('rejects the code %s', async (code) => {
    expect(await refusalOf(aFormat(admin, { code }))).toMatchObject({ status: 400, code: 'format.code' })
  })

  it('rejects a code in use, and those of requests and batches', async () => {
    expect(await refusalOf(aFormat(admin, { code: 'CL' }))).toMatchObject({ code: 'format.codeTaken' })
    expect(await refusalOf(aFormat(admin, { code: 'SOL' }))).toMatchObject({ code: 'format.codeTaken' })
    expect(await refusalOf(aFormat(admin, { code: 'LOT' }))).toMatchObject({ code: 'format.codeTaken' })
  })

  it.each([
    ['fields', [[null], [[]], ['x'], [{ columns: null }], [{ columns: [null] }], {}, 'x', 1, true]],
    ['signatures', [[null], {}, 'x', 1]],
    ['route', [[null], {}, 'x', 1]],
    ['paper', [[], [null], 'x', 1]],
  ] as const)('rejects %s of the wrong kind, in new and in published formats', async (part, wrong) => {
    const published = await aPublishedFormat(admin)
    for (const value of wrong)
      for (const call of [
        () => aFormat(admin, { [part]: value }),
        () => formats(admin).update(published.id, { [part]: value }),
      ])
        expect([value, await refusalOf(call())]).toEqual([
          value,
          { status: 400, code: 'invalid', fields: { [part]: 'invalid' } },
        ])
    // `null` is an empty part.
    const empty = await formats(admin).update(published.id, { [part]: null })
    expect(empty[part]).toEqual(part === 'paper' ? {} : [])
    expect((await formats(admin).getOne(published.id))[part]).toEqual(part === 'paper' ? {} : [])
  })

  it('rejects a damaged setting instead of publishing its default', async () => {
    const draft = await aFormat(admin)
    await (await signInSuperuser(testServer().url)).collection('formats').update(draft.id, { delivery: [] })
    expect((await refusalOf(formatStep(admin, draft, 'publish'))).fields).toEqual({ delivery: 'invalid' })
  })

  it('names invalid settings of fields by a code', async () => {
    const draft = await aFormat(admin, { fields: [{ key: 1, label: 'A', type: 'text' } as never] })
    expect((await refusalOf(formatStep(admin, draft, 'publish'))).fields).toEqual({ 'fields.0.key': 'invalid' })
  })

  it('rejects a stale update', async () => {
    const draft = await aFormat(admin)
    const query = { query: { updated: (draft as unknown as { updated: string }).updated } }
    await formats(admin).update(draft.id, { name: 'Uno' }, query)
    expect(await refusalOf(formats(admin).update(draft.id, { name: 'Dos' }, query))).toMatchObject({
      status: 409,
      code: 'format.changed',
    })
  })
})

describe('publish format', () => {
  it('reports the errors that prevent it', async () => {
    const draft = await aFormat(admin, { body: 'Hola, {{apellido}}.' })
    expect(await refusalOf(formatStep(admin, draft, 'publish'))).toEqual({
      status: 400,
      code: 'format.invalid',
      fields: { body: 'template.key' },
    })
    const empty = await aFormat(admin, { fields: [], body: '' })
    expect((await refusalOf(formatStep(admin, empty, 'publish'))).fields).toMatchObject({
      fields: 'required',
      body: 'required',
    })
    const odd = await aFormat(admin, { fields: [{ key: 'constructor', label: 'A', type: 'text' }] })
    expect((await refusalOf(formatStep(admin, odd, 'publish'))).fields).toMatchObject({
      'fields.0.key': 'format.key',
    })
  })

  it('shows users the published version, and the working copy to administrators only', async () => {
    const format = await aPublishedFormat(admin)
    const change = { body: 'Secreto: {{nombre}}', fields: [{ key: 'nombre', label: 'Secreto', type: 'text' as const }] }
    await admin.pb.collection('formats').update(format.id, change)
    const seen = await ana.pb.collection<Format>('formats').getOne(format.id)
    expect([seen.body, seen.fields[0]?.label]).toEqual(['# Constancia\n\nConsta que **{{nombre}}** existe.', 'Nombre'])
    const list = await ana.pb.collection<Format>('formats').getFullList({ filter: `id = "${format.id}"` })
    expect(JSON.stringify(list)).not.toContain('Secreto')
    const { id } = await requests(ana).create({ format: format.id, values: {} })
    expect(JSON.stringify(await requests(ana).getOne(id, { expand: 'format' }))).not.toContain('Secreto')
    expect((await admin.pb.collection<Format>('formats').getOne(format.id)).body).toBe('Secreto: {{nombre}}')
  })

  it('rejects unprintable characters in a working copy', async () => {
    const field = { key: 'a', label: 'Nombre\ue000', type: 'text' as const }
    expect((await refusalOf(aFormat(admin, { fields: [field] }))).fields).toEqual({ 'fields.0.label': 'characters' })
    expect((await refusalOf(aFormat(admin, { name: 'Carta \u202elarobal' }))).fields).toEqual({ name: 'characters' })
    const format = await aFormat(admin)
    const change = admin.pb.collection('formats').update(format.id, { body: 'a\u0000b' })
    expect((await refusalOf(change)).fields).toEqual({ body: 'characters' })
  })

  it('makes the next version, which new requests follow', async () => {
    const format = await aPublishedFormat(admin)
    expect(format).toMatchObject({ status: 'published', version: 1 })
    const first = await requests(ana).create({ format: format.id, values: {} })
    await formats(admin).update(format.id, { body: 'Otro texto de {{nombre}}.' })
    const second = await requests(ana).create({ format: format.id, values: {} })
    expect(second.formatVersion).toBe(first.formatVersion)
    expect(await formatStep(admin, format, 'publish')).toMatchObject({ version: 2 })
    const third = await requests(ana).create({ format: format.id, values: {} })
    expect((await versions(ana).getOne(third.formatVersion)).body).toBe('Otro texto de {{nombre}}.')
    expect((await versions(ana).getOne(first.formatVersion)).version).toBe(1)
  })

  it('makes no version without changes', async () => {
    const format = await aPublishedFormat(admin)
    expect(await formatStep(admin, format, 'publish')).toMatchObject({ version: 1 })
    const all = await versions(admin).getFullList({ batch: 30, filter: `format = "${format.id}"` })
    expect(all).toHaveLength(1)
  })

  it('prevents a change of code and the deletion of the format', async () => {
    const { id } = await aPublishedFormat(admin)
    expect(await refusalOf(formats(admin).update(id, { code: 'ZZZZ' }))).toMatchObject({ code: 'format.codeImmutable' })
    expect((await refusalOf(formats(admin).delete(id))).status).toBe(404)
    const draft = await aFormat(admin)
    expect(await formats(admin).delete(draft.id)).toBe(true)
  })

  it('rejects actions that the status does not allow', async () => {
    const draft = await aFormat(admin)
    for (const step of ['archive', 'restore'])
      expect(await refusalOf(formatStep(admin, draft, step))).toMatchObject({ status: 409, code: 'format.transition' })
    const { id } = await aPublishedFormat(admin)
    await formatStep(admin, { id }, 'archive')
    expect((await refusalOf(formatStep(admin, { id }, 'publish'))).status).toBe(409)
  })

  it('accepts a copy with its own code', async () => {
    const original = await formats(admin).getFirstListItem('code = "PS"')
    const code = `Q${Array.from({ length: 3 }, () => String.fromCharCode(65 + Math.random() * 26)).join('')}`
    const copy = await formatStep(admin, original, 'copy', { code, name: 'Paz y salvo de la sede' })
    expect(copy).toMatchObject({ code, status: 'draft', version: 0, body: original.body, fields: original.fields })
    expect(await refusalOf(formatStep(admin, original, 'copy', { code, name: 'Otra' }))).toMatchObject({
      code: 'format.codeTaken',
    })
    expect(await formatStep(admin, copy, 'publish')).toMatchObject({ status: 'published', version: 1 })
  })

  it('is recorded in the history', async () => {
    const { id } = await aPublishedFormat(admin)
    await formatStep(admin, { id }, 'archive')
    const events = await admin.pb.collection('events').getFullList({ filter: `subjectId = "${id}"`, sort: 'created' })
    expect(events.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['create', '', 'draft'],
      ['publish', 'draft', 'published'],
      ['archive', 'published', 'archived'],
    ])
  })
})

it('marks a format as edited if it differs from its version, in any order of keys', async () => {
  const format = await aPublishedFormat(admin)
  const update = (change: object) => formats(admin).update(format.id, change)
  expect(format.edited).toBe(false)
  const [nombre] = format.fields
  const turned = [Object.fromEntries(Object.entries({ ...nombre }).reverse())]
  expect((await update({ fields: turned, description: 'Otra.' })).edited).toBe(false)
  expect((await update({ body: '{{nombre}}', edited: false })).edited).toBe(true)
  expect((await update({ body: format.body })).edited).toBe(false)
  expect((await update({ fields: [{ ...nombre, max: 80 }] })).edited).toBe(true)
  expect(await formatStep(admin, format, 'publish')).toMatchObject({ edited: false, version: 2 })
})
