import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import type { DocumentPrintSummary, RequestItem } from '../../src/domain/requests/request-output.ts'
import { aCompletedBatch, cuentaDeCobro } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, pageOf, read, take } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer } from '../support/test-server.ts'

type Query = Record<string, string>

const partsOf = (person: Person, query: Query) =>
  person.pb.send<DocumentPrintSummary>('/api/app/requests/documents/parts', { method: 'GET', query })

async function bundle(person: Person, query: Query, options: RequestInit = {}) {
  const token = await person.pb.files.getToken()
  return fetch(`${testServer().url}/api/app/requests/documents?${new URLSearchParams({ ...query, token })}`, options)
}

/** Creates a batch of a format without review and waits for its documents. */
async function made(owner: Person, names: string[]): Promise<{ batch: Batch; items: RequestItem[] }> {
  const batch = await aCompletedBatch(
    owner.pb,
    names.map((nombre) => cuentaDeCobro({ nombre })),
    { code: 'CC' },
  )
  for (;;) {
    const { ready } = await partsOf(owner, { batch: batch.id })
    if (ready === names.length) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { batch, items: (await pageOf(owner, { batch: batch.id, sort: 'number' })).items }
}

const pages = (pdf: ArrayBuffer) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.pdf'), Buffer.from(pdf))
  return Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [join(folder, 'a.pdf')], { encoding: 'utf8' }))?.[1])
}

describe('download documents of a list', () => {
  let ana: Person
  let luis: Person
  let admin: Person
  let batch: Batch
  let items: RequestItem[]
  const names = ['Íñigo Núñez', 'Ángela Łuna', 'Zoé Peña']
  beforeAll(async () => {
    ;[ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
    ;({ batch, items } = await made(ana, names))
  })
  const numbers = () => items.map(({ documentNumber }) => documentNumber).toSorted()

  it('returns one PDF in the order of numbers, to the owner and administrators', async () => {
    const [first = '', , last = ''] = numbers()
    for (const person of [ana, admin]) {
      expect(await partsOf(person, { batch: batch.id })).toEqual({
        ready: 3,
        pending: 0,
        failed: 0,
        hasSeals: false,
        parts: [{ first, last, documents: 3 }],
      })
      const answer = await bundle(person, { batch: batch.id, as: 'pdf', first, last })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="${batch.number} ${first} a ${last}.pdf"`,
      )
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      const text = read(await answer.arrayBuffer())
      const places = numbers().map((number) => text.indexOf(number))
      expect(places.toSorted((a, b) => a - b)).toEqual(places)
      expect(places[0]).toBeGreaterThan(-1)
      for (const name of names) expect(text).toContain(name)
    }
  })

  it('prints each document on its own sheet if two-sided', async () => {
    const oneSide = pages(await (await bundle(ana, { batch: batch.id, as: 'pdf' })).arrayBuffer())
    const twoSides = pages(await (await bundle(ana, { batch: batch.id, as: 'pdf', sides: '2' })).arrayBuffer())
    expect([oneSide, twoSides]).toEqual([3, 5])
  })

  it('returns the named documents, a range of numbers, or a ZIP', async () => {
    const [first, second, third] = numbers()
    const idOf = (number?: string) => items.find(({ documentNumber }) => documentNumber === number)?.id ?? ''
    const named = read(await (await bundle(ana, { ids: `${idOf(first)},${idOf(third)}`, as: 'pdf' })).arrayBuffer())
    expect([first, second, third].map((number) => named.includes(number ?? ''))).toEqual([true, false, true])
    const between = await bundle(ana, { batch: batch.id, as: 'pdf', first: second ?? '', last: second ?? '' })
    const text = read(await between.arrayBuffer())
    expect([first, second, third].map((number) => text.includes(number ?? ''))).toEqual([false, true, false])
    const zip = await bundle(ana, { ids: idOf(second), as: 'zip' })
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename="documentos.zip"')
    expect(Buffer.from(await zip.arrayBuffer()).toString('latin1')).toContain(`${second}.pdf`)
  })

  it('returns no documents of other users', async () => {
    const ids = items.map(({ id }) => id).join()
    const queries: Query[] = [{ batch: batch.id }, { ids }, { owner: ana.id }, { search: numbers()[0] ?? '' }]
    for (const query of queries) {
      expect(await partsOf(luis, query)).toEqual({ ready: 0, pending: 0, failed: 0, hasSeals: false, parts: [] })
      for (const as of ['pdf', 'zip']) expect((await bundle(luis, { ...query, as })).status).toBe(404)
    }
    const strange = await fetch(`${testServer().url}/api/app/requests/documents?batch=${batch.id}&token=x`)
    expect(strange.status).toBe(401)
    expect((await refusalOf(partsOf(ana, { batch: batch.id, as: 'x' }))).status).toBe(400)
  })

  it.each([
    [{ as: 'exe' }, 'invalid'],
    [{ ids: "a' OR 1=1 --" }, 'invalid'],
    [{ status: 'x' }, 'invalid'],
    [{ first: 'a"; x="', as: 'pdf' }, 'invalid'],
    [{ last: 'CL-2026-00001', as: 'pdf' }, 'invalid'],
    [{ ids: Array.from({ length: 201 }, () => 'aaaaaaaaaaaaaaa').join() }, 'invalid'],
  ])('rejects %o', async (query, code) => {
    const answer = await bundle(ana, query as unknown as Query)
    expect(answer.status).toBe(400)
    expect((await answer.json()).data.code.code).toBe(code)
  })

  it('counts pending documents of the user, and all for an administrator', async () => {
    const progress = (person: Person) =>
      person.pb.send<{ pending: number }>('/api/app/requests/documents/progress', { method: 'GET' })
    expect(await progress(luis)).toEqual({ pending: 0 })
    const drafts = await Promise.all(Array.from({ length: 40 }, () => aDraft(luis)))
    const ids = drafts.map(({ id }) => id)
    await take(luis, 'submit', { ids })
    await take(admin, 'approve', { ids })
    const seen = [await progress(luis), await progress(admin), await progress(ana)].map(({ pending }) => pending)
    expect(seen[0]).toBeGreaterThan(0)
    expect(seen[1]).toBeGreaterThan(0)
    expect(seen[2]).toBe(0)
    await expect.poll(() => progress(luis)).toEqual({ pending: 0 })
  })
})

it('limits bundles to two per user, and frees the slot when the client disconnects', async () => {
  const [eva, luz] = await Promise.all([aUser(), aUser()])
  const hers = await made(luz, ['Luz'])
  const { batch } = await made(
    eva,
    Array.from({ length: 300 }, (_, index) => `Persona ${index % 7}`),
  )
  const control = new AbortController()
  // These downloads are not read.
  const held = Array.from({ length: 2 }, () => bundle(eva, { batch: batch.id }, { signal: control.signal }))
  for (const each of held) expect((await each).status).toBe(200)
  const refused = await bundle(eva, { batch: batch.id })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await bundle(luz, { batch: hers.batch.id })).status).toBe(200)
  control.abort()
  const status = async () => {
    const answer = await bundle(eva, { batch: batch.id })
    await answer.body?.cancel()
    return answer.status
  }
  await expect.poll(status).toBe(200)
})
