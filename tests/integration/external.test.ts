import { beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import {
  aCertificate,
  aFormerEmployeeList,
  anEmail,
  anId,
  certificateFields,
  openExternalForm,
  signInByAddress,
  submitExternally,
} from '../support/external.ts'
import { anAdmin, anonymous, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, formatStep, pageOf, requests, take } from '../support/requests.ts'

let admin: Person
let email: string
let list: string
let format: Format
const ines = { cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Auxiliar contable' }
beforeAll(async () => {
  admin = await anAdmin()
  email = anEmail()
  list = await aFormerEmployeeList(admin, [
    { ...ines, correo: email.toUpperCase() },
    { cedula: '79000111', nombre: 'Luis Ñandú', cargo: 'Conductor', correo: 'luis@otro.test' },
  ])
  format = await aCertificate(admin, list)
})

const formats = (pb = anonymous()) => pb.send('/api/app/external/formats', { method: 'GET' })
const storedOf = async (number: string) => (await pageOf(admin, { search: number })).items[0]
const viewOf = ({ pb }: Person, id: string) => pb.send<RequestView>(`/api/app/requests/${id}/view`, { method: 'GET' })

describe('format for people without an account', () => {
  it.each([
    ['a field with a file', { extra: { type: 'file' } }, 'fields.4.type', 'format.external'],
    ['a unique value that anyone types', { extra: { type: 'text', unique: true } }, 'fields.4.type', 'format.external'],
    ['no review', { change: { requiresReview: false } }, 'external.who', 'format.externalReview'],
    ['no list', { external: { who: 'list' } }, 'external.field', 'format.externalList'],
    ['a column without addresses', { external: { email: 'cargo' } }, 'external.email', 'format.externalList'],
    ['the signature of the requester', { signs: 'owner' }, 'signatures.0.by', 'format.external'],
  ] as [string, { extra?: object; external?: object; change?: object; signs?: string }, string, string][])(
    'cannot be published with %s',
    async (_, { extra, external, change, signs }, path, code) => {
      const fields = certificateFields(list)
      if (extra) fields.push({ key: 'extra', label: 'Extra', ...extra } as Field)
      const publishing = aCertificate(admin, list, {
        fields,
        ...(external && { external: { who: 'list', field: 'cedula', email: 'correo', ...external } }),
        ...(external && 'who' in external && { external: { who: 'list' } }),
        ...(signs && { signatures: [{ by: 'owner', caption: '' }] }),
        ...change,
      })
      expect(await refusalOf(publishing)).toMatchObject({ code: 'format.invalid', fields: { [path]: code } })
    },
  )

  it('is offered while it is published and open, and nothing else is', async () => {
    const closed = await aPublishedFormat(admin)
    const other = await aCertificate(admin, list, { name: 'Otra constancia' })
    const offered = async () => (await formats()).items.map(({ id }: { id: string }) => id)
    expect(await offered()).toEqual(expect.arrayContaining([format.id, other.id]))
    expect(await offered()).not.toContain(closed.id)
    expect((await formats()).items.find(({ id }: { id: string }) => id === other.id)).toEqual({
      id: other.id,
      name: 'Otra constancia',
      description: '',
      recordLabel: 'Cédula',
    })
    await formatStep(admin, other, 'archive')
    expect(await offered()).not.toContain(other.id)
    const pb = await signInByAddress(email)
    for (const { id } of [closed, other])
      expect(await refusalOf(openExternalForm(pb, { format: id, record: ines.cedula }))).toMatchObject({
        status: 404,
        code: 'external.closed',
      })
  })
})

describe('request without an account', () => {
  it('has the values of the list, whatever the person sends', { timeout: 60_000 }, async () => {
    const pb = await signInByAddress(email, { after: 1 })
    const opened = await openExternalForm(pb, { format: format.id, record: '1.020.304.050' })
    expect(opened.values).toEqual(ines)
    expect(opened.locked.sort()).toEqual(['cargo', 'cedula', 'nombre'])
    const id = anId()
    const body = { id, format: format.id, record: ines.cedula }
    const values = { cedula: '79000111', nombre: 'Otro', cargo: 'Gerente', motivo: 'Un banco' }
    const { number } = await submitExternally(pb, { ...body, values })
    expect(number).toMatch(/^SOL-\d{4}-\d{6}$/)
    expect(await submitExternally(pb, { ...body, values: { motivo: 'Otra vez' } })).toEqual({ number })
    const stored = await requests(admin).getOne(id)
    expect(stored).toMatchObject({ number, status: 'submitted', values: { ...ines, motivo: 'Un banco' } })
    expect(await storedOf(number)).toMatchObject({ id, ownerName: email, owner: 'externalpersons', decidable: true })
    expect((await viewOf(admin, id)).route.ownerName).toBe(email)
    await take(admin, 'reject', { ids: [id], reason: 'Ya lo tiene.' })
    expect((await requests(admin).getOne(id)).status).toBe('rejected')
  })

  it('leaves nothing behind if its values are invalid', { timeout: 60_000 }, async () => {
    const pb = await signInByAddress(email, { after: 2 })
    const id = anId()
    const refusal = await refusalOf(
      submitExternally(pb, { id, format: format.id, record: ines.cedula, values: { motivo: 'x'.repeat(61) } }),
    )
    expect(refusal).toMatchObject({ status: 400, code: 'request.values', fields: { motivo: 'length' } })
    expect((await refusalOf(requests(admin).getOne(id))).status).toBe(404)
  })

  it('is open to anyone with a confirmed address if the format says so', { timeout: 60_000 }, async () => {
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const somebody = anEmail()
    const pb = await signInByAddress(somebody)
    expect(await openExternalForm(pb, { format: open.id })).toMatchObject({ values: {}, locked: [] })
    const { number } = await submitExternally(pb, { format: open.id, values: { nombre: 'Eva' } })
    expect((await storedOf(number))?.ownerName).toBe(somebody)
  })

  it('has an owner who is in no list of users, gets nothing and does not change', async () => {
    const id = 'externalpersons'
    expect((await refusalOf(admin.pb.collection('users').getOne(id))).status).toBe(404)
    const found = await admin.pb.send('/api/app/people', { query: { search: 'Personas externas', all: 'true' } })
    expect(found.items).toEqual([])
    const users = await admin.pb.collection('users').getFullList({ filter: 'name = "Personas externas"' })
    expect(users).toEqual([])
    const activated = await refusalOf(admin.pb.send('/api/app/users/activate', { method: 'POST', body: { ids: [id] } }))
    expect(activated.status).toBe(400)
    expect((await refusalOf(admin.pb.collection('users').update(id, { name: 'Otra' }))).status).toBe(404)
  })

  it('is invisible to other users', async () => {
    const { number } = await submitExternally(await signInByAddress(email, { after: 3 }), {
      format: format.id,
      record: ines.cedula,
      values: { motivo: 'Un banco' },
    })
    const ana = await aUser()
    expect((await pageOf(ana, { search: number })).items).toEqual([])
  })
})
