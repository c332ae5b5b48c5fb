import { describe, expect, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { FrequentReasons } from '../../src/domain/requests/request-output.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, take } from '../support/requests.ts'

const [ana, amparo] = await Promise.all([aUser(), anAdmin({ name: 'Amparo Gil' })])

describe('decision with a revision', () => {
  it('is rejected if the request was submitted again', async () => {
    const { id } = await aRequest(ana, amparo, 'returned')
    await take(ana, 'submit', { ids: [id] })
    expect(await take(amparo, 'approve', { ids: [id], revision: 0 })).toEqual({
      changed: [],
      skipped: [{ id, code: 'request.changed' }],
    })
    expect((await take(amparo, 'approve', { ids: [id], revision: 1 })).changed).toEqual([id])
  })

  it('is rejected for several requests', async () => {
    const both = await Promise.all([aRequest(ana, amparo, 'submitted'), aRequest(ana, amparo, 'submitted')])
    const ids = both.map(({ id }) => id)
    expect((await refusalOf(take(amparo, 'approve', { ids, revision: 0 }))).fields).toEqual({ revision: 'invalid' })
  })
})

describe('frequent reasons', () => {
  const offered = (format: Format) =>
    amparo.pb.send<FrequentReasons>('/api/app/requests/reasons', { method: 'GET', query: { format: format.id } })

  async function decide(format: Format, action: 'return' | 'reject', reason: string, count = 1) {
    const drafts = await Promise.all(Array.from({ length: count }, () => aDraft(ana, { nombre: 'Ana' }, format.code)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    expect((await take(amparo, action, { ids, reason })).changed).toHaveLength(count)
  }

  it('lists the most used of the format, counting one call once', async () => {
    const format = await aPublishedFormat(amparo)
    await decide(format, 'return', 'Falta la firma.', 3)
    await decide(format, 'return', 'El valor no cuadra.')
    await decide(format, 'return', 'El valor no cuadra.')
    await decide(format, 'reject', 'No procede.')
    await decide(format, 'return', 'x'.repeat(201))
    const { return: back, reject } = await offered(format)
    expect(back.slice(0, 2)).toEqual([{ reason: 'El valor no cuadra.' }, { reason: 'Falta la firma.' }])
    expect(reject[0]).toEqual({ reason: 'No procede.' })
    expect(back.length).toBeLessThanOrEqual(5)
    expect(JSON.stringify(back)).not.toContain('xxx')
  })

  it('lists those of other formats if the format has none', async () => {
    const [used, fresh] = [await aPublishedFormat(amparo), await aPublishedFormat(amparo)]
    await decide(used, 'reject', 'Se repite.')
    expect((await offered(fresh)).reject.length).toBeGreaterThan(0)
  })
})
