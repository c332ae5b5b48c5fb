import { describe, expect, it } from 'vitest'
import { aCompletedBatch, cartaLaboral, cuentaDeCobro } from '../support/batch.ts'
import { listen, withRecord } from '../support/listening.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, take } from '../support/requests.ts'

const [ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])

describe('decision call', () => {
  it('answers 404 to an unknown action', async () => {
    expect((await refusalOf(take(admin, 'burn', { ids: [] }))).status).toBe(404)
  })

  it('accepts up to 1,000 ids, or a filter with the expected count', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `x${String(index).padStart(14, '0')}`)
    expect(await refusalOf(take(admin, 'approve', { ids: many }))).toMatchObject({
      status: 400,
      fields: { ids: 'length' },
    })
    expect((await take(admin, 'approve', { ids: many.slice(1) })).skipped).toHaveLength(1000)
    expect(await refusalOf(take(admin, 'approve', {}))).toMatchObject({ status: 400, fields: { ids: 'required' } })
    expect(await refusalOf(take(admin, 'approve', { filter: {} }))).toMatchObject({ fields: { expected: 'required' } })
    expect((await refusalOf(take(admin, 'approve', { filter: { colour: 'red' }, expected: 0 }))).status).toBe(400)
  })

  it('applies repeated ids once', async () => {
    const { id } = await aRequest(ana, admin, 'submitted')
    expect((await take(admin, 'approve', { ids: [id, id] })).changed).toEqual([id])
  })
})

describe('submit request', () => {
  it('stores normalized and computed values, and assigns the number', async () => {
    const { id } = await aDraft(ana, cartaLaboral({ numero_documento: ' 1.020.304.050 ', colado: 'x' }))
    await take(ana, 'submit', { ids: [id] })
    const sent = await requests(ana).getOne(id)
    expect(sent.number).toMatch(/^SOL-20\d\d-\d{6}$/)
    expect(sent.values.numero_documento).toBe('1020304050')
    expect(sent.values.salario_en_letras).toBe('DOS MILLONES QUINIENTOS MIL PESOS M/CTE')
    expect(sent.values).not.toHaveProperty('colado')
  })

  it('reports each wrong value, and leaves the draft unchanged', async () => {
    const draft = await aDraft(ana, cartaLaboral({ fecha_ingreso: '31/02/2020', cargo: '' }))
    expect(await take(ana, 'submit', { ids: [draft.id] })).toEqual({
      changed: [],
      skipped: [{ id: draft.id, code: 'request.values', errors: { fecha_ingreso: 'date', cargo: 'required' } }],
    })
    expect(await requests(ana).getOne(draft.id)).toEqual(draft)
  })

  it('approves at once and makes the document if the format needs no review', async () => {
    const { id } = await aDraft(ana, cuentaDeCobro(), 'CC')
    await take(ana, 'submit', { ids: [id] })
    expect(await requests(ana).getOne(id)).toMatchObject({
      status: 'approved',
      documentStatus: 'ready',
      documentNumber: expect.stringMatching(/^CC-20\d\d-\d{6}$/),
    })
  })

  it('keeps the number and increments the revision after a return', async () => {
    const first = await aRequest(ana, admin, 'returned')
    await take(ana, 'submit', { ids: [first.id] })
    const second = await requests(ana).getOne(first.id)
    expect(second).toMatchObject({
      status: 'submitted',
      number: first.number,
      revision: first.revision + 1,
      reason: '',
    })
  })

  it('rejects drafts of an archived format', async () => {
    const format = await aPublishedFormat(admin)
    const draft = await aDraft(ana, { nombre: 'Ana' }, format.code)
    await admin.pb.send(`/api/app/formats/${format.id}/archive`, { method: 'POST' })
    expect((await take(ana, 'submit', { ids: [draft.id] })).skipped).toEqual([
      { id: draft.id, code: 'format.notPublished' },
    ])
  })
})

describe('decisions of many requests', () => {
  it('number documents in the order of the request numbers, for any owner', async () => {
    const { code, id: format } = await aPublishedFormat(admin)
    const [ana, luis, eva] = await Promise.all([aUser(), aUser(), aUser()])
    const ids: string[] = []
    for (const owner of [ana, luis, ana, luis]) {
      const { id } = await aDraft(owner, { nombre: 'Ana' }, code)
      await take(owner, 'submit', { ids: [id] })
      ids.push(id)
    }
    const batch = await aCompletedBatch(eva.pb, Array(126).fill({ nombre: 'Eva' }), { code })
    ids.push(...(await pageOf(eva, { batch: batch.id, sort: 'number', perPage: 126 })).items.map(({ id }) => id))
    const named = [...ids.slice(0, 60)].reverse()
    expect((await take(admin, 'approve', { ids: named })).changed).toHaveLength(60)
    const filter = { format, status: 'submitted' } as const
    expect((await take(admin, 'approve', { filter, expected: 70 })).changed).toHaveLength(70)
    const made = await requests(admin).getFullList({ batch: 30, filter: `format = '${format}'`, sort: 'number' })
    expect(made.map(({ id }) => id)).toEqual(ids)
    expect(made.map(({ documentNumber }) => Number(documentNumber.slice(-6)))).toEqual(
      Array.from({ length: 130 }, (_, index) => index + 1),
    )
  })

  it('leave excluded requests unchanged', async () => {
    const { code, id: format } = await aPublishedFormat(admin)
    const sent = await Promise.all([1, 2, 3, 4].map((n) => aDraft(ana, { nombre: `Ana ${n}` }, code)))
    const ids = sent.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    const filter = { format, status: 'submitted' } as const
    const except = ids.slice(0, 2)
    expect(await refusalOf(take(admin, 'approve', { filter, except, expected: 4 }))).toEqual({
      status: 409,
      code: 'request.expected',
      fields: { actual: '2' },
    })
    expect((await refusalOf(take(admin, 'approve', { ids, except }))).status).toBe(400)
    const many = Array.from({ length: 1001 }, (_, index) => `x${String(index).padStart(14, '0')}`)
    expect((await refusalOf(take(admin, 'approve', { filter, except: many, expected: 4 }))).fields).toEqual({
      except: 'length',
    })
    // Exceptions outside the filter have no effect.
    const outcome = await take(admin, 'approve', { filter, except: [...except, ...many.slice(0, 5)], expected: 2 })
    expect([...outcome.changed].sort()).toEqual(ids.slice(2).sort())
    for (const id of except) expect((await requests(admin).getOne(id)).status).toBe('submitted')
  })

  it('apply a filter only if the expected count matches', async () => {
    const ana = await aUser()
    const batch = await aCompletedBatch(
      ana.pb,
      Array.from({ length: 120 }, (_, index) => cartaLaboral({ cargo: `Cargo ${index}` })),
    )
    const filter = { batch: batch.id, status: 'submitted' } as const
    expect(await refusalOf(take(admin, 'reject', { filter, expected: 119, reason: 'x' }))).toEqual({
      status: 409,
      code: 'request.expected',
      fields: { actual: '120' },
    })
    expect((await refusalOf(take(luis, 'reject', { filter, expected: 120, reason: 'x' }))).code).toBe(
      'request.expected',
    )
    expect((await take(ana, 'reject', { filter, expected: 120, reason: 'x' })).changed).toEqual([])
    const outcome = await take(admin, 'reject', { filter, expected: 120, reason: 'Se repite.' })
    expect(outcome.changed).toHaveLength(120)
    const { totalItems, items } = await pageOf(ana, { batch: batch.id, status: 'rejected' })
    expect(totalItems).toBe(120)
    expect(items[0]?.reason).toBe('Se repite.')
    const rejections = await admin.pb.collection('events').getList(1, 1, {
      filter: `subject = "requests" && action = "reject" && owner = "${ana.id}" && reason = "Se repite."`,
    })
    expect(rejections.totalItems).toBe(120)
  })
})

describe('realtime messages', () => {
  it('report a decision to the owner and administrators only', async () => {
    const { id } = await aRequest(ana, admin, 'submitted')
    const pages = await Promise.all([ana, admin, luis].map((person) => listen(person.pb, 'requests/*')))
    await take(admin, 'return', { ids: [id], reason: 'Falta.' })
    const statuses = () =>
      pages.map(({ messages }) => messages.filter(({ record }) => record.id === id).map(({ record }) => record.status))
    await expect.poll(statuses).toEqual([['returned'], ['returned'], []])
    for (const page of pages) page.close()
  })

  it('report each change of a draft to its owner only, also if simultaneous', async () => {
    expect((await refusalOf(listen(luis.pb, `requests of ${ana.id}`))).code).toBe('realtime.topic')
    const [own, others] = await Promise.all([ana, luis].map(({ pb }) => listen(pb, 'requests/*')))
    const drafts = await Promise.all(Array.from({ length: 10 }, () => aDraft(ana)))
    await Promise.all(drafts.map(({ id }) => requests(ana).update(id, { values: cartaLaboral({ cargo: 'Jefa' }) })))
    await Promise.all(drafts.map(({ id }) => requests(ana).delete(id)))
    const readActions = () =>
      withRecord(own?.messages ?? [])
        .map(({ action }) => action)
        .toSorted()
    const each = ['create', 'delete', 'update'].flatMap((action) => drafts.map(() => action))
    await expect.poll(readActions).toEqual(each)
    expect(withRecord(others?.messages ?? [])).toEqual([])
    for (const page of [own, others]) page?.close()
  })

  it('report once when many requests of one owner are decided', async () => {
    const drafts = await Promise.all(Array.from({ length: 60 }, () => aDraft(luis)))
    const ids = drafts.map((draft) => draft.id)
    const page = await listen(luis.pb, 'requests/*')
    await take(luis, 'submit', { ids })
    await expect.poll(() => withRecord(page.messages).length).toBe(1)
    page.close()
    expect((await pageOf(luis, { status: 'submitted' })).totalItems).toBe(60)
  })
})
