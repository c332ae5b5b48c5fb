import { beforeAll, describe, expect, it } from 'vitest'
import type { Format, FormatVersion } from '../../src/domain/formats/format.ts'
import { aBatch, post, progressOf, sendRows } from '../support/batch.ts'
import { aProgram } from '../support/keys.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat, aPublishedFormat, formatStep, nextCode, requests, take } from '../support/requests.ts'

let admin: Person
/** Member of the group that may request the format. */
let ana: Person
/** User without the right. */
let luis: Person
let group: string
let format: Format
beforeAll(async () => {
  ;[admin, ana, luis] = await Promise.all([anAdmin(), aUser(), aUser()])
  group = await aGroup([ana])
  format = await aPublishedFormat(admin, { access: 'groups', groups: [group] })
})

const formats = ({ pb }: Pick<Person, 'pb'>) => pb.collection<Format>('formats')
const versions = ({ pb }: Pick<Person, 'pb'>) => pb.collection<FormatVersion>('format_versions')
const versionOf = (person: Pick<Person, 'pb'>, { id }: { id: string }) =>
  versions(person).getFirstListItem(`format = "${id}"`)
const preview = ({ pb }: Pick<Person, 'pb'>, body: object) =>
  pb.send('/api/app/requests/preview', { method: 'POST', body: { values, ...body } })
const values = { nombre: 'Íñigo Núñez' }

async function aGroup(members: Person[]): Promise<string> {
  const body = { name: `Grupo ${Math.random()}`, members: members.map(({ id }) => id) }
  return (await admin.pb.collection('groups').create(body)).id
}

const listed = async (person: Pick<Person, 'pb'>, { id }: { id: string }) =>
  (await formats(person).getFullList({ filter: "status = 'published'" })).some((each) => each.id === id)

describe('a format for the members of a group', () => {
  it('is listed for its members and administrators only', async () => {
    expect(await Promise.all([ana, luis, admin].map((person) => listed(person, format)))).toEqual([true, false, true])
  })

  it('is read and previewed by its members and administrators only', async () => {
    const { id } = await versionOf(admin, format)
    for (const person of [ana, admin]) {
      expect(await formats(person).getOne(format.id)).toMatchObject({ access: 'groups', status: 'published' })
      expect(await versions(person).getOne(id)).toMatchObject({ format: format.id })
      expect(await versionOf(person, format)).toMatchObject({ id })
      await preview(person, { format: format.id })
      await preview(person, { format: format.id, formatVersion: id })
    }
    expect((await refusalOf(formats(luis).getOne(format.id))).status).toBe(404)
    expect((await refusalOf(versions(luis).getOne(id))).status).toBe(404)
    expect((await refusalOf(versionOf(luis, format))).status).toBe(404)
    for (const version of [{}, { formatVersion: id }]) {
      const refused = await refusalOf(preview(luis, { format: format.id, ...version }))
      expect(refused).toMatchObject({ status: 400, code: 'format.notPublished' })
    }
  })

  it('hides its groups from users, also in filters', async () => {
    expect((await formats(ana).getOne(format.id)).groups).toEqual([])
    expect((await formats(admin).getOne(format.id)).groups).toEqual([group])
    for (const filter of ['groups.name ~ "a"', 'groups = "x"', '(groups.members.name ~ "a")'])
      expect((await refusalOf(formats(luis).getList(1, 1, { filter }))).status).toBe(400)
    const behind = requests(luis).getList(1, 1, { filter: 'format.groups = "x"' })
    expect((await refusalOf(behind)).status).toBe(400)
  })

  it('is requested by its members and administrators only', async () => {
    const refused = await refusalOf(requests(luis).create({ format: format.id, values }))
    expect(refused).toEqual({ status: 403, code: 'format.access', fields: { format: 'format.access' } })
    for (const person of [ana, admin]) {
      const { id } = await requests(person).create({ format: format.id, values })
      expect((await take(person, 'submit', { ids: [id] })).changed).toEqual([id])
    }
  })

  it('is named to an approver who may not request it, once she decides on it', async () => {
    const [olga, other] = await Promise.all([aUser(), aUser()])
    const decided = await aPublishedFormat(admin, {
      name: 'Anticipo reservado',
      access: 'groups',
      groups: [group],
      requiresReview: true,
      route: [{ key: 'olga', name: 'Olga', people: [olga.id] }],
    })
    const { id } = await requests(ana).create({ format: decided.id, values })
    await take(ana, 'submit', { ids: [id] })
    const { id: version } = await versionOf(admin, decided)
    const read = (person: Person) => Promise.all([formats(person).getOne(decided.id), versions(person).getOne(version)])
    expect(await read(olga)).toMatchObject([{ id: decided.id }, { id: version }])
    expect((await refusalOf(read(other))).status).toBe(404)
    // Also after her decision.
    await take(olga, 'approve', { ids: [id] })
    expect(await read(olga)).toMatchObject([{ id: decided.id }, { id: version }])
    const seen = async ({ pb }: Person) => (await pb.send('/api/app/requests/formats', {})).items
    expect(await listed(olga, decided)).toBe(false)
    expect(await seen(olga)).toEqual([{ id: decided.id, name: 'Anticipo reservado' }])
    expect(await seen(other)).toEqual([])
    expect(await seen(ana)).toContainEqual({ id: decided.id, name: 'Anticipo reservado' })
  })

  it('is requested in a batch by its members only', async () => {
    const batch = { format: format.id, fileName: 'a.csv', fileHash: 'a'.repeat(64), total: 1 }
    expect(await refusalOf(post(luis.pb, '', batch))).toMatchObject({ status: 403, code: 'format.access' })
    expect(await post(ana.pb, '', batch)).toMatchObject({ status: 'loaded' })
  })

  it('is requested by a key with the rights of its account', async () => {
    const [forbidden, allowed] = await Promise.all([
      aProgram(admin, luis, ['read', 'request']),
      aProgram(admin, ana, ['read', 'request']),
    ])
    expect(await listed(forbidden, format)).toBe(false)
    const call = forbidden.pb.collection('requests').create({ format: format.id, values })
    expect(await refusalOf(call)).toMatchObject({ status: 403, code: 'format.access' })
    expect(await allowed.pb.collection('requests').create({ format: format.id, values })).toMatchObject({
      status: 'draft',
    })
  })
})

describe('a user who loses the right', () => {
  /** User who has lost the right to a format, which others of the group still have. */
  async function aFormerMember() {
    const person = await aUser()
    const own = await aGroup([person])
    const limited = await aPublishedFormat(admin, { access: 'groups', groups: [own] })
    const lose = () => admin.pb.collection('groups').update(own, { 'members-': person.id })
    return { person, limited, lose }
  }

  it('keeps drafts, which can be changed but not submitted', async () => {
    const { person, limited, lose } = await aFormerMember()
    const { id } = await requests(person).create({ format: limited.id, values })
    await lose()
    expect(await formats(person).getOne(limited.id)).toMatchObject({ id: limited.id })
    const { formatVersion } = await requests(person).getOne(id)
    await preview(person, { format: limited.id, formatVersion })
    expect(await requests(person).update(id, { values: { nombre: 'Otro' } })).toMatchObject({ status: 'draft' })
    expect(await take(person, 'submit', { ids: [id] })).toMatchObject({
      changed: [],
      skipped: [{ id, code: 'format.access' }],
    })
    expect(await requests(person).getOne(id)).toMatchObject({ status: 'draft', values: { nombre: 'Otro' } })
  })

  it('submits a returned request again', async () => {
    const { person, limited, lose } = await aFormerMember()
    const { id } = await requests(person).create({ format: limited.id, values })
    await take(person, 'submit', { ids: [id] })
    await take(admin, 'return', { ids: [id], reason: 'Falta algo.' })
    await lose()
    expect((await take(person, 'submit', { ids: [id] })).changed).toEqual([id])
  })

  it('keeps a batch, which is not confirmed', async () => {
    const { person, limited, lose } = await aFormerMember()
    const batch = await aBatch(person.pb, { code: limited.code, total: 1 })
    await sendRows(person.pb, batch, [values])
    await lose()
    expect(await refusalOf(post(person.pb, `/${batch.id}/confirm`))).toMatchObject({
      status: 403,
      code: 'format.access',
    })
    const progress = await progressOf(person.pb, batch)
    expect(progress).toMatchObject({ status: 'ready' })
  })
})

describe('save access', () => {
  it('is open to all by default, and applies without publishing', async () => {
    const open = await aPublishedFormat(admin)
    expect(open).toMatchObject({ access: 'everybody', groups: [] })
    expect(await formats(admin).update(open.id, { access: 'groups', groups: [group] })).toMatchObject({ edited: false })
    expect(await listed(luis, open)).toBe(false)
    expect(await formats(admin).update(open.id, { access: 'everybody' })).toMatchObject({ groups: [] })
    expect(await listed(luis, open)).toBe(true)
    const events = await admin.pb
      .collection('events')
      .getFullList({ filter: `subjectId = "${open.id}"`, sort: '@rowid' })
    expect(events.at(-2)).toMatchObject({ action: 'update', details: { fields: ['access', 'groups'] } })
  })

  it('rejects unknown groups and levels, and a publication without groups', async () => {
    expect((await refusalOf(aFormat(admin, { access: 'groups', groups: ['noexiste0000000'] }))).status).toBe(400)
    expect((await refusalOf(aFormat(admin, { access: 'nadie' as never }))).status).toBe(400)
    const draft = await aFormat(admin, { access: 'groups' })
    expect(await refusalOf(formatStep(admin, draft, 'publish'))).toMatchObject({ fields: { groups: 'required' } })
  })

  it('admits administrators only if its groups are empty', async () => {
    const nobody = await aPublishedFormat(admin, { access: 'groups', groups: [await aGroup([])] })
    expect(await Promise.all([luis, admin].map((person) => listed(person, nobody)))).toEqual([false, true])
  })

  it('prevents the deletion of its groups', async () => {
    const own = await aGroup([ana])
    const limited = await aFormat(admin, { access: 'groups', groups: [own] })
    expect(await refusalOf(admin.pb.collection('groups').delete(own))).toMatchObject({ code: 'group.used' })
    await formats(admin).update(limited.id, { access: 'everybody' })
    expect(await admin.pb.collection('groups').delete(own)).toBe(true)
  })

  it('is copied with the format', async () => {
    const copy = await formatStep(admin, format, 'copy', { code: nextCode(), name: 'Copia' })
    expect(copy).toMatchObject({ access: 'groups', groups: [group] })
  })
})
