import { createHash } from 'node:crypto'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { startServer } from '../support/container.ts'
import { aProgram } from '../support/keys.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPublishedFormat, download, read, requests, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

const server = await startServer(inject('image'), { UNDO_SECONDS: '60' })
const superuser = await aSuperuser(server)
const at = server.url
const [admin, ana, sol, luz] = await Promise.all([
  anAdmin({ at }),
  aUser({ at, name: 'Ana Ruiz' }),
  aUser({ at, name: 'Sol Paz' }),
  aUser({ at, name: 'Luz Gil' }),
])
afterAll(() => server?.stop())

const sql = (query: string) => queryOf(superuser)(query)
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const values = { nombre: 'Íñigo «Peña» \\ "Ruiz"', nota: 'uno\ndos' }

const aTwoStep = (change: Partial<Format> = {}) =>
  aPublishedFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 },
      { key: 'nota', label: 'Nota', type: 'longText' },
    ],
    body: '# Constancia\n\nConsta.',
    route: [
      { key: 'jefe', name: 'Jefe', people: [sol.id] },
      { key: 'gerente', name: 'Gerente', people: [luz.id] },
    ],
    asksPassword: true,
    paper: { evidence: true },
    ...change,
  })

async function sent(format: Format): Promise<string> {
  const { id } = await requests(ana).create({ format: format.id, values })
  expect(await take(ana, 'submit', { ids: [id] })).toMatchObject({ changed: [id], skipped: [] })
  return id
}

/** Approves from this address as a Windows user of Chrome. */
async function approve(person: Person, id: string, address: string, undoable = false) {
  const response = await fetch(`${server.url}/api/app/requests/approve`, {
    method: 'POST',
    headers: {
      Authorization: person.pb.authStore.token,
      'Content-Type': 'application/json',
      'User-Agent': chrome,
      'X-Forwarded-For': address,
    },
    body: JSON.stringify({ ids: [id], password: person.password, undoable }),
  })
  const result = (await response.json()) as { changed: string[]; undo?: { id: string } }
  expect(result).toMatchObject({ changed: [id], skipped: [] })
  return result
}

const viewOf = (person: Person, id: string) =>
  person.pb.send<RequestView>(`/api/app/requests/${id}/view`, { method: 'GET' })
const evidenceOf = async (id: string) =>
  (await viewOf(ana, id)).history.flatMap(({ action, details }) => (action === 'approve' ? [details?.evidence] : []))
async function textOf(id: string) {
  const request = await settled(ana, id)
  return read(await (await download(ana, request)).arrayBuffer()).replace(/\s+/g, ' ')
}

/** SHA-256 of what the approvers read, with the texts as the database has them. */
async function contentHash(id: string, filled = '{}') {
  const { formatVersion } = await requests(ana).getOne(id)
  const content = JSON.stringify([formatVersion, JSON.stringify(values), filled, ''])
  return createHash('sha256').update(content).digest('hex')
}

it('is announced in the preview of the PDF', async () => {
  const { id: format } = await aTwoStep()
  const headers = { Authorization: ana.pb.authStore.token, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ format, values })
  const response = await fetch(`${server.url}/api/app/requests/preview`, { method: 'POST', headers, body })
  const text = read(await response.arrayBuffer()).replace(/\s+/g, ' ')
  expect(text).toContain('Al aprobarse, esta página dirá quién aprobó y firmó')
})

describe('evidence of approvals', () => {
  it('is in the document, in the history and in the view of the request', async () => {
    const id = await sent(await aTwoStep())
    expect((await viewOf(ana, id)).evidence).toBeUndefined()
    await approve(sol, id, '190.24.1.7')
    await approve(luz, id, '2800:484::17')
    const hash = await contentHash(id)
    const device = 'Chrome en Windows'
    expect(await evidenceOf(id)).toEqual([
      { address: '190.24.1.7', device, hash },
      { address: '2800:0484:0000:0000:0000:0000:0000:0017', device, hash },
    ])
    const { evidence } = await viewOf(ana, id)
    expect(evidence).toMatchObject([
      {
        name: 'Sol Paz',
        role: 'Aprobó el paso «Jefe»',
        confirmation: 'Confirmó su contraseña',
        origin: 'Chrome en Windows · 190.24.1.7',
        hash,
      },
      { name: 'Luz Gil', role: 'Aprobó la solicitud en el paso «Gerente»', hash },
    ])
    const text = await textOf(id)
    for (const part of ['Constancia de aprobación y firma', 'Sol Paz', 'Luz Gil', '190.24.1.7', hash.slice(0, 32)])
      expect(text).toContain(part)
  })

  it('has the last of two approvals by the same person if the first was undone', async () => {
    const id = await sent(await aTwoStep({ route: [{ key: 'jefe', name: 'Jefe', people: [sol.id] }] }))
    const { undo } = await approve(sol, id, '190.24.1.8', true)
    await sol.pb.send(`/api/app/decisions/${undo?.id}/undo`, { method: 'POST' })
    await approve(sol, id, '190.24.1.9')
    const { evidence } = await viewOf(ana, id)
    expect(evidence?.map(({ origin }) => origin)).toEqual(['Chrome en Windows · 190.24.1.9'])
  })

  it('has the values that the approver filled in with the decision', async () => {
    const format = await aTwoStep({
      fields: [
        { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 },
        { key: 'nota', label: 'Nota', type: 'longText' },
        { key: 'cupo', label: 'Cupo', type: 'text', approvers: 'fill', max: 60 },
      ],
      route: [{ key: 'jefe', name: 'Jefe', people: [sol.id] }],
    })
    const id = await sent(format)
    const filled = { values: { cupo: 'diez' } }
    await take(sol, 'approve', { ids: [id], password: sol.password, filled })
    const [evidence] = await evidenceOf(id)
    expect(evidence).toMatchObject({ hash: await contentHash(id, '{"cupo":"diez"}') })
  })

  it('shows approvals of a session and of an API key', async () => {
    const format = await aTwoStep({ asksPassword: false })
    const id = await sent(format)
    await approve(sol, id, '190.24.1.7')
    const program = await aProgram(admin, luz, ['read', 'decide'], server.url)
    await take(program, 'approve', { ids: [id] })
    const { evidence } = await viewOf(ana, id)
    expect(evidence?.map(({ confirmation }) => confirmation)).toEqual([
      'Había iniciado sesión',
      expect.stringMatching(/^Por medio de la clave «.+»$/),
    ])
  })

  it('is neither stored nor printed for other formats', async () => {
    const id = await sent(await aTwoStep({ paper: {} }))
    await approve(sol, id, '190.24.1.7')
    await approve(luz, id, '190.24.1.7')
    expect(await evidenceOf(id)).toEqual([undefined, undefined])
    expect(await viewOf(ana, id)).not.toHaveProperty('evidence')
    expect(await textOf(id)).not.toContain('Constancia de aprobación')
  })
})

it('follows with the signatures of people without an account', async () => {
  const id = await sent(await aTwoStep({ route: [{ key: 'jefe', name: 'Jefe', people: [sol.id] }] }))
  await approve(sol, id, '190.24.1.7')
  await settled(ana, id)
  const hash = 'ab'.repeat(32)
  await sql(`INSERT INTO links (id, guest, request, purpose, state)
    VALUES ('evidencelink001', 'evidenceguest01', '${id}', 'sign', 'signed')`)
  await sql(`INSERT INTO signatures (link, request, action, role, name, consent, drawing, documentHash, address, network, device, reason, signedAt)
    VALUES ('evidencelink001', '${id}', 'sign', 'contratista', 'Eva Peña', 'Acepto.', '', '${hash}', 'e***@ejemplo.co', '181.50.2.3', 'Safari en iPhone', '', '2026-11-29 20:48:12.345Z')`)
  const { evidence = [] } = await viewOf(ana, id)
  expect(evidence).toHaveLength(2)
  expect(evidence[1]).toEqual({
    name: 'Eva Peña',
    role: 'Firmó como contratista',
    at: '2026-11-29 20:48:12.345Z',
    confirmation: 'Código enviado a e***@ejemplo.co',
    origin: 'Safari en iPhone · 181.50.2.3',
    hash,
  })
  await take(admin, 'regenerate', { ids: [id] })
  expect(await textOf(id)).toContain('e***@ejemplo.co')
})
