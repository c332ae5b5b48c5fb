import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getDocumentKind } from '../../src/domain/documents/document-kind.ts'
import type { RequestExportChunk } from '../../src/domain/requests/request-export.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { aCompletedBatch, cartaLaboral, formatOf } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, pageOf, requests, take } from '../support/requests.ts'

const [ana, luis, admin] = await Promise.all([aUser({ name: 'Ana Zúñiga' }), aUser(), anAdmin()])
const drafts: string[] = []
for (const [index, nombre_completo] of ['Zoé Ñandú', 'Álvaro Güell', 'beatriz peña', 'Íñigo Ñame'].entries())
  drafts.push((await aDraft(ana, cartaLaboral({ nombre_completo, numero_documento: `10203040${50 + index}` }))).id)
await take(ana, 'submit', { ids: drafts.slice(0, 3) })
await take(admin, 'approve', { ids: drafts.slice(0, 1) })
const made = await Promise.all(drafts.map((id) => requests(ana).getOne(id)))

const names = async (query: Record<string, string | number> = {}, person = ana) =>
  (await pageOf(person, query)).items.map(({ summary }) => summary.split(' · ')[0])

describe('request list', () => {
  it('returns a user’s own requests under any filter', async () => {
    expect((await pageOf(ana)).totalItems).toBe(4)
    expect((await pageOf(luis)).totalItems).toBe(0)
    expect((await pageOf(luis, { owner: ana.id })).totalItems).toBe(0)
    expect((await pageOf(luis, { search: 'Ñandú' })).totalItems).toBe(0)
    expect((await pageOf(luis, { search: made[0]?.documentNumber ?? '' })).totalItems).toBe(0)
  })

  it('returns all requests to an administrator', async () => {
    expect((await pageOf(admin, { owner: ana.id })).totalItems).toBe(4)
    const { totalItems } = await pageOf(admin, { perPage: 1 })
    expect(totalItems).toBe((await requests(admin).getList(1, 1)).totalItems)
  })
})

describe('query', () => {
  const ask = (query: string) =>
    fetch(ana.pb.buildURL(`/api/app/requests?${query}`), { headers: { Authorization: ana.pb.authStore.token } })

  it.each([
    ['perPage=1&perPage=2', 4, 1],
    ['perPage=&perPage=2', 4, 2],
    ['&&search=%C3%91and%C3%BA&perPage=3', 1, 3],
    ['search=n%61ndu+&status', 1, 30],
  ])('«%s» is read as written', async (query, totalItems, perPage) => {
    expect(await (await ask(query)).json()).toMatchObject({ totalItems, perPage })
  })

  it.each([
    ['search=%zz'],
    ['search=%FF'],
    ['__proto__=x'],
    ['constructor=x'],
    [Array(101).fill('perPage=1').join('&')],
  ])('«%s» is refused', async (query) => {
    const response = await ask(query)
    expect([response.status, (await response.json()).data.code.code]).toEqual([400, 'invalid'])
  })
})

describe('counts by status', () => {
  const countsOf = (person: Person, query: Record<string, string> = {}) =>
    person.pb.send('/api/app/requests/counts', { query })
  const none = { draft: 0, submitted: 0, returned: 0, approved: 0, rejected: 0, cancelled: 0 }

  it('cover the caller’s requests under the other filters', async () => {
    const own = { ...none, draft: 1, submitted: 2, approved: 1 }
    expect(await countsOf(ana)).toEqual(own)
    expect(await countsOf(ana, { status: 'draft' })).toEqual(own)
    expect(await countsOf(ana, { search: 'Güell' })).toEqual({ ...none, submitted: 1 })
    expect(await countsOf(luis)).toEqual(none)
    expect(await countsOf(luis, { owner: ana.id })).toEqual(none)
    expect(await countsOf(admin, { owner: ana.id })).toEqual(own)
  })

  it('reject unknown filters', async () => {
    expect((await refusalOf(countsOf(ana, { format: 'x" OR "word' }))).status).toBe(400)
  })
})

describe('list item', () => {
  it('contains all that a row shows', async () => {
    const [first] = made as [Request]
    const { items } = await pageOf(ana, { search: first.number })
    const { collectionId, collectionName, values, ...stored } = first as Request & Record<string, unknown>
    for (const item of items) {
      const {
        formatCode,
        formatName,
        ownerName,
        batchNumber,
        stepName,
        delivery,
        recipient,
        signing,
        decidable,
        ...own
      } = item
      expect({
        formatCode,
        formatName,
        ownerName,
        batchNumber,
        stepName,
        delivery,
        recipient,
        signing,
        decidable,
      }).toEqual({
        formatCode: 'CL',
        formatName: 'Carta laboral',
        ownerName: 'Ana Zúñiga',
        batchNumber: '',
        stepName: '',
        delivery: '',
        signing: '',
        recipient: '',
        decidable: false,
      })
      expect(stored).toMatchObject(own)
    }
    expect(items).toHaveLength(1)
  })
})

describe('order and pages', () => {
  const newestFirst = ['Íñigo Ñame', 'beatriz peña', 'Álvaro Güell', 'Zoé Ñandú']

  it('sort newest first by default, or by the chosen column', async () => {
    expect(await names()).toEqual(newestFirst)
    expect(await names({ sort: 'created' })).toEqual(newestFirst.toReversed())
    expect(await names({ sort: 'number' })).toEqual(['Íñigo Ñame', 'Zoé Ñandú', 'Álvaro Güell', 'beatriz peña'])
    expect(await names({ sort: '-number' })).toEqual(['beatriz peña', 'Álvaro Güell', 'Zoé Ñandú', 'Íñigo Ñame'])
    expect(await names({ sort: 'status' })).toEqual(['Zoé Ñandú', 'Íñigo Ñame', 'Álvaro Güell', 'beatriz peña'])
    expect(await names({ sort: '-submittedAt', perPage: 3 })).not.toContain('Íñigo Ñame')
    expect((await names({ sort: '-decidedAt' }))[0]).toBe('Zoé Ñandú')
  })

  it.each([
    { sort: 'values' },
    { sort: 'owner.tokenKey' },
    { perPage: 201 },
    { perPage: 0 },
    { page: 0 },
    { page: 1.5 },
    { page: 'x' },
    { status: 'lost' },
    { from: '31/12/2026' },
    { from: '2026-02-30' },
    { to: '9999-12-31' },
    { colour: 'red' },
    { format: 'x' },
    { owner: 'x' },
    { batch: 'x' },
  ])('reject %o', async (query) => {
    expect((await refusalOf(pageOf(ana, query))).status).toBe(400)
  })
})

describe('filters', () => {
  it('match status, format, owner and day', async () => {
    expect(await names({ status: 'submitted' })).toEqual(['beatriz peña', 'Álvaro Güell'])
    expect((await pageOf(ana, { format: made[0]?.format ?? '' })).totalItems).toBe(4)
    expect((await pageOf(ana, { format: 'nosuchformat000' })).totalItems).toBe(0)
    expect((await pageOf(admin, { owner: ana.id, status: 'approved' })).totalItems).toBe(1)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(
      Date.parse(made[0]?.created ?? ''),
    )
    expect((await pageOf(ana, { from: today })).totalItems).toBe(4)
    expect((await pageOf(ana, { from: '2020-01-01', to: today })).totalItems).toBe(4)
    expect((await pageOf(ana, { to: '2020-01-01' })).totalItems).toBe(0)
    expect((await pageOf(ana, { from: '2020-01-01', status: 'draft', search: 'ñame' })).totalItems).toBe(1)
  })

  it('match a batch for its owner and administrators only', async () => {
    const batch = await aCompletedBatch(
      luis.pb,
      [1, 2, 3].map(() => cartaLaboral()),
    )
    for (const person of [luis, admin]) {
      const { totalItems, items } = await pageOf(person, { batch: batch.id })
      expect(totalItems).toBe(3)
      expect(items[0]).toMatchObject({ batch: batch.id, batchNumber: batch.number })
    }
    expect((await pageOf(luis, { batch: batch.id, status: 'submitted', search: 'güell' })).totalItems).toBe(3)
    expect((await pageOf(luis, { batch: batch.id, status: 'submitted', sort: 'number' })).items).toHaveLength(3)
    expect((await pageOf(luis, { batch: batch.id, status: 'approved' })).totalItems).toBe(0)
    expect((await pageOf(ana, { batch: batch.id })).totalItems).toBe(0)
    expect((await pageOf(admin, { batch: batch.id, owner: ana.id })).totalItems).toBe(0)
  })
})

describe('export', () => {
  const portionOf = (person: Person, query: Record<string, string | number | undefined> = {}) =>
    person.pb.send<RequestExportChunk>('/api/app/requests/export', { query })

  it('contains the visible requests with their values and fields', async () => {
    const { rows, total, next, versions } = await portionOf(ana)
    expect([total, next]).toEqual([4, 0])
    expect(rows.map(({ values }) => values.nombre_completo)).toEqual([
      'Zoé Ñandú',
      'Álvaro Güell',
      'beatriz peña',
      'Íñigo Ñame',
    ])
    expect(rows.map(({ status }) => status)).toEqual(['approved', 'submitted', 'submitted', 'draft'])
    expect(rows[0]).toMatchObject({ number: made[0]?.number, reviewerName: '', ownerName: 'Ana Zúñiga' })
    expect(rows[0]?.values).toMatchObject({ salario_mensual: '2500000.00', incluir_salario: true })
    expect(versions.map(({ id, code }) => [id, code])).toEqual([[made[0]?.formatVersion, 'CL']])
    expect(versions[0]?.fields.find(({ key }) => key === 'nombre_completo')?.label).toBe('Nombre completo')
  })

  it('shows reviewers to administrators, and nothing of others to users', async () => {
    const ofAna = await portionOf(admin, { owner: ana.id, status: 'approved' })
    expect(ofAna.rows.map(({ reviewerName }) => reviewerName)).toEqual([admin.name])
    const nobody = await aUser()
    for (const query of [{}, { owner: ana.id }, { search: 'Ñandú' }])
      expect(await portionOf(nobody, query)).toEqual({ rows: [], total: 0, next: 0, versions: [] })
    expect((await refusalOf(portionOf(ana, { after: 'x' }))).status).toBe(400)
    expect((await refusalOf(portionOf(ana, { unknown: 'x' }))).status).toBe(400)
  })

  it('returns each row once across chunks, in order of creation', async () => {
    const eva = await aUser()
    const total = 501
    const batch = await aCompletedBatch(
      eva.pb,
      Array.from({ length: total }, (_, at) => cartaLaboral({ cargo: `Cargo ${at}` })),
    )
    const first = await portionOf(eva, { batch: batch.id })
    expect([first.total, first.rows.length, first.versions.length]).toEqual([total, 500, 1])
    const last = await portionOf(eva, { batch: batch.id, after: first.next })
    expect([last.total, last.next, last.versions]).toEqual([0, 0, []])
    const posts = [...first.rows, ...last.rows].map(({ values }) => values.cargo)
    expect(posts).toEqual(Array.from({ length: total }, (_, at) => `Cargo ${at}`))
  })

  it('of a search returns each row once across chunks, by owner, despite changes', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`
    const fields = [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'texto', label: 'Texto', type: 'longText', required: true },
    ] as const
    const { code } = await aPublishedFormat(admin, { fields: [...fields], body: '{{nombre}}{{texto}}' })
    const people = await Promise.all([aUser(), aUser()])
    const texts: string[] = []
    const changes: (() => Promise<unknown>)[] = []
    // Alternating owners, in more than one chunk of a megabyte.
    for (let n = 0; n < 22; n++) {
      const person = people[n % 2]
      const nombre = `${word} ${n}`
      const draft = person && (await aDraft(person, { nombre, texto: 'x'.repeat(50_000) }, code))
      const changed = { nombre: `no ${n}`, texto: 'x' }
      if (draft) changes.push(() => requests(person).update(draft.id, { values: changed }))
      texts.push(nombre)
    }
    const found: string[] = []
    let portions = 0
    for (let after = 0; after || !portions; portions++) {
      const { rows, total, next } = await portionOf(admin, { search: word, after })
      expect(total).toBe(after ? 0 : 22)
      found.push(...rows.map(({ values }) => String(values.nombre).replace(/^no (\d+)$/, `${word} $1`)))
      // Requests that changed during the export still count.
      if (!after) for (const change of changes) await change()
      after = next
    }
    expect(portions).toBeGreaterThan(1)
    const ofEach = [0, 1].map((first) => texts.filter((_, n) => n % 2 === first))
    expect([ofEach.flat(), ofEach.toReversed().flat()]).toContainEqual(found)
  })

  it('of a search omits rows that the caller may no longer see', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`
    const [owner, chief] = await Promise.all([aUser(), aUser()])
    const group = await admin.pb.collection('groups').create({ name: word.slice(0, 20), members: [chief.id] })
    const { code } = await aPublishedFormat(admin, {
      fields: [
        { key: 'nombre', label: 'Nombre', type: 'text', required: true },
        { key: 'texto', label: 'Texto', type: 'longText', required: true, max: 60_000 },
      ],
      body: '{{nombre}}{{texto}}',
      route: [{ key: 'jefe', name: 'Jefe', group: group.id }],
    })
    const texto = 'x'.repeat(50_000)
    const ids: string[] = []
    for (let n = 0; n < 22; n++) ids.push((await aDraft(owner, { nombre: `${word} ${n}`, texto }, code)).id)
    expect((await take(owner, 'submit', { ids })).changed).toHaveLength(22)
    const query = { search: word, mine: 'decide' }
    const first = await portionOf(chief, query)
    expect([first.total, first.next > 0]).toEqual([22, true])
    const after = { ...query, after: first.next }
    // One remaining request is cancelled by its requester, who then leaves the group.
    const last = ids.at(-1) ?? ''
    await take(owner, 'cancel', { ids: [last] })
    const rest = 21 - first.rows.length
    expect((await portionOf(chief, after)).rows).toHaveLength(rest)
    await admin.pb.collection('groups').update(group.id, { members: [] })
    expect(await portionOf(chief, after)).toMatchObject({ rows: [], next: 0 })
  })
})

describe('totals of all requests', () => {
  it('match the stored requests under each filter', async () => {
    const format = await formatOf(admin.pb, 'CL')
    const gone = await aDraft(luis)
    const cancelled = await aDraft(luis)
    await requests(luis).delete(gone.id)
    await take(luis, 'cancel', { ids: [cancelled.id] })
    const batch = await aCompletedBatch(
      luis.pb,
      Array.from({ length: 5 }, () => cartaLaboral()),
    )
    const one = await requests(luis).getFirstListItem(`batch = '${batch.id}'`)
    await take(admin, 'reject', { ids: [one.id], reason: 'No procede.' })
    const rest = await requests(luis).getFullList({
      batch: 30,
      filter: `batch = '${batch.id}' && status = 'submitted'`,
    })
    const others = rest.map(({ id }) => id)
    await take(admin, 'approve', { ids: others })
    await take(admin, 'issue', { ids: others.slice(0, 2) })
    await take(admin, 'annul', { ids: others.slice(1, 3), reason: 'Se repite.' })
    const filters = [
      { query: {}, filter: "status != ''" },
      { query: { format }, filter: `format = '${format}'` },
      { query: { batch: batch.id }, filter: `batch = '${batch.id}'` },
      { query: { search: 'güell' }, filter: "summary ~ 'güell'" },
      { query: { search: 'güell', format }, filter: `summary ~ 'güell' && format = '${format}'` },
    ]
    for (const { query, filter } of filters) {
      const stored = await requests(admin).getFullList({
        batch: 30,
        filter,
        fields: 'id,status,owner,finality,annulledAt',
      })
      const counts: Record<string, number> = await admin.pb.send('/api/app/requests/counts', { query })
      expect((await pageOf(admin, query)).totalItems).toBe(stored.length)
      for (const status of ['draft', 'submitted', 'returned', 'approved', 'rejected', 'cancelled']) {
        const expected = stored.filter((request) => request.status === status).length
        expect([filter, status, counts[status]]).toEqual([filter, status, expected])
        expect((await pageOf(admin, { ...query, status })).totalItems).toBe(expected)
      }
      for (const documentKind of ['preliminary', 'final', 'annulled'] as const) {
        const expected = stored.filter((request) => getDocumentKind(request) === documentKind).map(({ id }) => id)
        for (const sort of ['-created', 'number', 'submittedAt'] as const)
          for (const more of [{}, { status: 'approved' }, { owner: luis.id }, { from: '2020-01-01' }]) {
            const meant = 'owner' in more ? stored.filter(({ owner }) => owner === luis.id) : stored
            const ids = meant.filter((request) => getDocumentKind(request) === documentKind).map(({ id }) => id)
            const found = await pageOf(admin, { ...query, ...more, documentKind, sort, perPage: 200 })
            expect([filter, documentKind, sort, found.totalItems]).toEqual([filter, documentKind, sort, ids.length])
            // At most `perPage` items.
            expect(found.items).toHaveLength(Math.min(ids.length, 200))
            expect(found.items.filter(({ id }) => !ids.includes(id))).toEqual([])
          }
        expect(expected.length).toBeGreaterThan(0)
        expect((await pageOf(admin, { ...query, documentKind, status: 'submitted' })).totalItems).toBe(0)
      }
    }
  })

  it('of pending decisions leave out requests that another approver decides', async () => {
    const route = [{ key: 'jefe', name: 'Jefe', people: [luis.id] }]
    const { code } = await aPublishedFormat(admin, { route })
    const eva = await aUser()
    const { id } = await aDraft(eva, { nombre: 'Eva' }, code)
    await take(eva, 'submit', { ids: [id] })
    let [pending, isOver] = [0, false]
    for (let page = 1; !isOver; page++) {
      const { items, totalPages } = await pageOf(admin, { status: 'submitted', perPage: 200, page })
      pending += items.filter(({ decidable }) => decidable).length
      isOver = page >= totalPages
    }
    const { admin: dashboard } = await admin.pb.send('/api/app/dashboard', { method: 'GET' })
    expect(dashboard.queue.total).toBe(pending)
    expect((await pageOf(admin, { status: 'submitted' })).totalItems).toBeGreaterThan(pending)
    expect((await pageOf(admin, { mine: 'decide' })).totalItems).toBe(pending)
  })
})

describe('injection', () => {
  const hostile = [
    'x" OR "guell',
    'x" OR guell*',
    '") OR ("guell',
    "x' OR 1=1 --",
    '%',
    'ABCDEFGHIJKLMNO',
    '*',
    '{:me}',
  ]

  it.each(hostile)('rejects «%s» as an id', async (text) => {
    for (const name of ['format', 'owner', 'batch']) {
      for (const person of [luis, admin]) {
        expect((await refusalOf(pageOf(person, { [name]: text, search: 'zz', perPage: 200 }))).fields).toEqual({
          [name]: 'invalid',
        })
        const filter = { [name]: text, search: 'zz' }
        expect((await refusalOf(take(person, 'cancel', { filter, expected: 0 }))).status).toBe(400)
      }
    }
    expect((await refusalOf(take(luis, 'cancel', { ids: [text] }))).status).toBe(400)
    const history = `/api/app/requests/${encodeURIComponent(text)}/history`
    expect((await refusalOf(luis.pb.send(history, { method: 'GET' }))).status).toBe(404)
  })

  it('keeps special characters out of other users’ searches', async () => {
    for (const mark of ['\ue000', 'o', '\u200b', '"', '·'])
      await aDraft(luis, cartaLaboral({ nombre_completo: `Marca ${mark}o${ana.id} f${made[0]?.format}` })).catch(
        () => undefined,
      )
    expect((await pageOf(ana, { search: 'marca' })).totalItems).toBe(0)
    expect((await pageOf(luis, { search: 'marca' })).totalItems).toBe(4)
    expect((await pageOf(admin, { owner: ana.id, search: 'marca' })).totalItems).toBe(0)
    expect((await pageOf(admin, { owner: luis.id, search: 'marca' })).totalItems).toBe(4)
    expect((await pageOf(admin, { format: await formatOf(admin.pb, 'OC'), search: 'marca' })).totalItems).toBe(0)
  })
})

describe('a repeated search', () => {
  const word = `w${randomUUID().replaceAll('-', '')}`
  /** Returns the ids that two equal calls find: the second may get the stored result of the first. */
  async function find(person: Person, query: Record<string, string> = {}) {
    const pages = [await pageOf(person, { search: word, ...query }), await pageOf(person, { search: word, ...query })]
    for (const { items, totalItems } of pages) expect(items).toHaveLength(totalItems)
    const [first, second] = pages.map(({ items }) => items.map(({ id }) => id))
    expect(second).toEqual(first)
    return first
  }
  const countOf = async (status: string) =>
    (await admin.pb.send('/api/app/requests/counts', { query: { search: word } }))[status]

  it('returns each change at once', async () => {
    const eva = await aUser({ name: 'Eva Luna' })
    const draft = () => aDraft(eva, cartaLaboral({ nombre_completo: word }))
    const { id: first } = await draft()
    expect([await find(admin), await countOf('draft')]).toEqual([[first], 1])
    const { id: second } = await draft()
    expect([await find(admin), await countOf('draft')]).toEqual([[second, first], 2])
    await take(eva, 'submit', { ids: [first] })
    expect([await find(admin, { status: 'submitted' }), await countOf('submitted')]).toEqual([[first], 1])
    expect([await find(admin, { status: 'draft' }), await countOf('draft')]).toEqual([[second], 1])
    await take(admin, 'reject', { ids: [first], reason: 'Prueba.' })
    expect(await find(admin, { status: 'submitted' })).toEqual([])
    await requests(eva).update(second, { values: cartaLaboral({ nombre_completo: 'Otra' }) })
    expect(await find(admin)).toEqual([first])
    await admin.pb.collection('users').update(eva.id, { name: `Eva ${word}` })
    expect(await find(admin)).toEqual([second, first])
    await requests(eva).delete(second)
    expect(await find(admin)).toEqual([first])
  })

  it('returns no request of another user', async () => {
    const [eva, leo] = await Promise.all([aUser(), aUser()])
    const { id: one } = await aDraft(eva, cartaLaboral({ nombre_completo: `${word}b` }))
    const { id: other } = await aDraft(leo, cartaLaboral({ nombre_completo: `${word}b` }))
    const search = `${word}b`
    expect(await find(admin, { search })).toEqual([other, one])
    expect([await find(eva, { search }), await find(leo, { search })]).toEqual([[one], [other]])
    expect(await find(admin, { search })).toEqual([other, one])
    expect(await find(admin, { search, owner: eva.id })).toEqual([one])
  })
})

describe('search', () => {
  it.each([
    ['guell', ['Álvaro Güell']],
    ['GÜELL', ['Álvaro Güell']],
    ['alv gue', ['Álvaro Güell']],
    ['ñan', ['Zoé Ñandú']],
    ['nan', ['Zoé Ñandú']],
    ['1.020.304.052', ['beatriz peña']],
    ['10203040', ['Íñigo Ñame', 'beatriz peña', 'Álvaro Güell', 'Zoé Ñandú']],
    ['zúñiga', ['Íñigo Ñame', 'beatriz peña', 'Álvaro Güell', 'Zoé Ñandú']],
    ['güell beatriz', []],
    ['" OR "*', []],
    ["'; DROP TABLE requests; --", []],
    ['NEAR(', []],
    ['owner', []],
  ])('returns the matches of «%s»', async (search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  it('matches whole numbers and their beginnings, of request and document', async () => {
    const [first, second] = made as [Request, Request]
    expect(await names({ search: second.number })).toEqual(['Álvaro Güell'])
    expect(await names({ search: second.number.toLowerCase() })).toEqual(['Álvaro Güell'])
    expect(await names({ search: String(Number(second.number.slice(-6))) })).toContain('Álvaro Güell')
    expect(await names({ search: first.documentNumber })).toEqual(['Zoé Ñandú'])
    expect(await names({ search: first.documentNumber.slice(0, 8) })).toEqual(['Zoé Ñandú'])
    expect(await names({ search: second.number.slice(0, 10).toLowerCase() })).toEqual([
      'beatriz peña',
      'Álvaro Güell',
      'Zoé Ñandú',
    ])
    expect(await names({ search: second.number.slice(0, 8), status: 'approved' })).toEqual(['Zoé Ñandú'])
    const bare = second.number.replaceAll('-', '')
    expect(await names({ search: bare.toLowerCase() })).toEqual(['Álvaro Güell'])
    for (const search of [bare.slice(0, 7), `${bare.slice(0, 7)}-`, second.number.replace('-', '')])
      expect(await names({ search, status: 'approved' })).toEqual(search.length < 9 ? ['Zoé Ñandú'] : [])
    expect(await names({ search: `${bare} guell` })).toEqual(['Álvaro Güell'])
  })

  it('matches beginnings of long words, with and without accents, among many', async () => {
    const [person, other] = await Promise.all([aUser({ name: 'Sara Sol' }), aUser({ name: 'Otra Luz' })])
    const drafts = (of: Person, all: string[]) =>
      Promise.all(all.map((nombre_completo) => aDraft(of, cartaLaboral({ nombre_completo }))))
    const many = Array.from({ length: 26 }, (_, n) => `Bermejo${String.fromCharCode(97 + n)}`)
    await drafts(person, [
      'Castañedas',
      'Castañeda',
      'Castañedø',
      'Castaña',
      'Castañeda Montesina',
      'Montesino',
      ...many,
    ])
    await drafts(other, ['Castañedazo', 'Castañeda Montesino', 'Bermejo'])
    const found = async (search: string, of = person) => (await names({ search }, of)).toSorted()
    expect(await found('castañed')).toEqual(['Castañeda', 'Castañeda Montesina', 'Castañedas', 'Castañedø'])
    expect(await found('CASTANEDA')).toEqual(['Castañeda', 'Castañeda Montesina', 'Castañedas'])
    expect(await found('castañedø')).toEqual(['Castañedø'])
    expect(await found('castanedas sara')).toEqual(['Castañedas'])
    expect(await found('castañed montesin')).toEqual(['Castañeda Montesina'])
    expect(await found('castanedass')).toEqual([])
    expect(await found('castañ CASTANEDAS castañedas ca')).toEqual(['Castañedas'])
    expect(await found('montesina c castañeda')).toEqual([])
    expect(await found('castañedaz')).toEqual([])
    expect(await found('bermejo')).toEqual(many)
    expect(await found('bermejoz')).toEqual(['Bermejoz'])
    expect(await found('castañed', other)).toEqual(['Castañeda Montesino', 'Castañedazo'])
    const signs = [
      'castañedas" OR "montesino',
      'castañedas OR montesino',
      'NOT castañedas',
      'words:castañedas',
      '{castañedas',
    ]
    expect(await Promise.all(signs.map((search) => found(search)))).toEqual([[], [], [], [], ['Castañedas']])
    expect(await found('castañedas*')).toEqual(['Castañedas'])
    expect(await names({ search: 'castañeda' })).toEqual([])
  })
})
