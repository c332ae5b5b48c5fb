import { beforeAll, describe, expect, it } from 'vitest'
import type { Values } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { anAdmin, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, requests, take } from '../support/requests.ts'

type Rows = Record<string, unknown>[]
type OwnData = Record<string, Rows> & { generatedAt: string }

const download = ({ pb }: Person) => pb.send<OwnData>('/api/app/users/data', { method: 'GET' })

describe('own data', () => {
  let ana: Person
  let luis: Person
  let admin: Person
  let format: Format
  beforeAll(async () => {
    ;[ana, luis, admin] = await Promise.all([aUser({ name: 'Ana Datos' }), aUser({ name: 'Luis Otro' }), anAdmin()])
    const route = [{ key: 'a', name: 'A', people: [luis.id] }] as Format['route']
    format = await aPublishedFormat(admin, { route })
  })
  const aSentRequest = async (owner: Person, nombre: string) => {
    const { id } = await requests(owner).create({ format: format.id, values: { nombre } })
    await take(owner, 'submit', { ids: [id] })
    return id
  }

  it('contain each section of the caller, and nothing of another person', async () => {
    const [own, other] = [await aSentRequest(ana, 'Ana «Ñandú»'), await aSentRequest(luis, 'Secreto de Luis')]
    await take(luis, 'return', { ids: [own], reason: 'Falta el cargo.' })
    await requests(ana).update(own, { values: { nombre: 'Ana Corregida' } })
    await admin.pb.collection('users').update(ana.id, { manager: luis.id })
    await ana.pb.send('/api/app/notices/choices', { method: 'PUT', body: { kind: 'comment', mail: 'never' } })
    const signatory = { name: 'Ana Firma', post: 'Gerente', idDocument: 'CC 1', active: true, user: ana.id }
    const { id: signed } = await admin.pb.collection('signatories').create(signatory)
    await ana.pb
      .collection('views')
      .create({ owner: ana.id, screen: 'requests', name: 'Mías', search: { status: 'draft' } })
    const key = { account: ana.email, name: `Clave de ${ana.id}`, scopes: ['read'], expires: '' }
    await admin.pb.send('/api/app/keys', { method: 'POST', body: key })

    const data = await download(ana)
    expect(Object.keys(data).sort()).toEqual([
      ...['account', 'actions', 'batches', 'generatedAt', 'history', 'keys', 'linkedAccounts', 'notices'],
      ...['previousValues', 'requests', 'signatures', 'substitutions', 'views'],
    ])
    expect(data.account).toEqual([
      {
        ...{ id: ana.id, name: 'Ana Datos', email: ana.email, phone: '+573001112233', role: '_user' },
        ...{ created: expect.any(String), updated: expect.any(String), lastActiveAt: expect.any(String) },
        ...{ verified: false, secondFactor: false, profile: null, manager: 'Luis Otro' },
        mailPreferences: { comment: 'never' },
      },
    ])
    expect(data.requests).toMatchObject([
      { id: own, status: 'returned', format: format.name, values: { nombre: 'Ana Corregida' }, files: [] },
    ])
    expect(data.previousValues).toMatchObject([{ request: own, values: { nombre: 'Ana «Ñandú»' } }])
    expect(data.signatures).toMatchObject([{ name: 'Ana Firma', idDocument: 'CC 1', active: true, hasPicture: false }])
    expect(data.views).toMatchObject([{ name: 'Mías', search: { status: 'draft' } }])
    expect(data.keys).toMatchObject([{ name: key.name }])
    expect(data.notices?.map(({ kind }) => kind)).toContain('decided')
    expect(data.history?.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['register', 'activate', 'create', 'submit', 'return', 'update']),
    )
    expect(data.actions).toEqual([])
    const text = JSON.stringify(data)
    for (const secret of ['Secreto de Luis', other, luis.email, 'tokenKey', 'password', 'hash":"$2', 'fp_'])
      expect(text).not.toContain(secret)
    await admin.pb.collection('signatories').update(signed, { active: false })

    const { actions = [], requests: listed } = await download(luis)
    expect(actions).toMatchObject([
      { action: 'return', subject: 'requests', subjectId: own, reason: 'Falta el cargo.' },
    ])
    expect(actions[0]?.address).toMatch(/^198\.1[89]\./)
    expect(actions[0]).not.toHaveProperty('details')
    expect(listed?.map(({ id }) => id)).toEqual([other])
    expect(JSON.stringify(actions)).not.toContain('Ana')
  })

  it('contain more rows than one query reads, once each', async () => {
    const eva = await aUser()
    // The requests of a batch have equal times.
    const rows = Array.from({ length: 60 }, (_, n) => cartaLaboral({ numero_documento: `10${n + 10}` }))
    const { number } = await aCompletedBatch(eva.pb, rows)
    const { requests: listed = [], batches } = await download(eva)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(60)
    expect(listed.map(({ values }) => (values as Values).numero_documento).sort()).toEqual(
      rows.map((row) => row.numero_documento),
    )
    expect(listed.every(({ batch }) => batch === number)).toBe(true)
    expect(batches).toMatchObject([{ number, total: 60, createdCount: 60 }])
  })

  it('are refused to a deactivated user, and after five files a day', async () => {
    const [eva, gone] = await Promise.all([aUser(), aUser()])
    await setActive(gone, false)
    expect((await refusalOf(download(gone))).status).toBe(401)
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => download(eva)))
    const refused = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.map(({ status }) => status)).toEqual(Array(3).fill(429))
    expect(await refusalOf(download(eva))).toMatchObject({ status: 429, code: 'user.dataLimit' })
    expect((await download(ana)).account).toHaveLength(1)
  })
})
