import { describe, expect, it } from 'vitest'
import { cartaLaboral, formatOf } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, settled, take } from '../support/requests.ts'

const [ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
const draft = (await aDraft(ana)).id

const records = (person: Person, collection: string, query: Record<string, string>) =>
  person.pb.send(`/api/collections/${collection}/records`, { method: 'GET', query })

/** Filters by distant records that would match if they were evaluated. */
const farAway: [string, Record<string, string>][] = [
  ['requests', { filter: 'format.requests_via_format.id != ""' }],
  [
    'requests',
    { filter: 'format.requests_via_format.format.requests_via_format.format.requests_via_format.id ?!= ""' },
  ],
  ['requests', { filter: `summary != 'a\\\\' && ' && format.requests_via_format.id != '` }],
  ['requests', { filter: '// "\nformat.requests_via_format.id != "" // "' }],
  ['requests', { filter: 'formatVersion.format.status = "published"' }],
  ['requests', { sort: 'format.requests_via_format.created' }],
  ['requests', { expand: 'format.requests_via_format' }],
  ['requests', { expand: 'format.requests(format)' }],
  ['requests', { expand: 'formatVersion.format.id' }],
  ['requests', { fields: 'id,expand.format.requests_via_format.id' }],
  ['formats', { filter: 'requests_via_format.id != ""' }],
  ['formats', { filter: 'id != "" && format_versions_via_format.id != ""', perPage: '1' }],
  ['formats', { expand: 'requests_via_format' }],
  ['format_versions', { filter: 'format.requests_via_format.id != ""' }],
  ['users', { filter: 'requests_via_owner.id != ""' }],
  ['users', { expand: 'requests_via_owner,events_via_owner' }],
  ['events', { filter: 'owner.requests_via_owner.id != ""' }],
  ['settings', { sort: 'x_via_y.id' }],
  ['letterheads', { filter: 'requests_via_letterhead.id != ""' }],
  ['request_documents', { filter: 'request.events_via_owner.id != ""' }],
  ['request_revisions', { filter: 'request.events_via_owner.id != ""' }],
  ['batches', { filter: 'format.requests_via_format.id != ""' }],
  ['batch_rows', { filter: 'batch.format.requests_via_format.id != ""' }],
]

describe('query across relations', () => {
  it.each(farAway)('is rejected in a list of %s: %o', async (collection, query) => {
    for (const person of [ana, admin]) expect((await refusalOf(records(person, collection, query))).status).toBe(400)
  })

  it('is rejected for single records', async () => {
    const query = { expand: 'format.requests_via_format' }
    const one = requests(ana)
    expect((await refusalOf(one.getOne(draft, query))).code).toBe('query.depth')
    expect((await refusalOf(one.update(draft, { values: {} }, query))).code).toBe('query.depth')
    expect((await refusalOf(one.create({ format: await formatOf(ana.pb, 'CL'), values: {} }, query))).code).toBe(
      'query.depth',
    )
    const own = ana.pb.collection('users').update(ana.id, { name: 'Otra' }, { expand: 'requests_via_owner' })
    expect((await refusalOf(own)).code).toBe('query.depth')
    const renewal = ana.pb.collection('users').authRefresh({ expand: 'requests_via_owner' })
    expect((await refusalOf(renewal)).status).toBe(400)
  })

  it('is rejected by rule, before the database reads rows', async () => {
    // A document creates a letterhead; a regenerated one creates an earlier document.
    const { id } = await aRequest(luis, admin, 'approved')
    await settled(luis, id)
    await take(admin, 'regenerate', { ids: [id] })
    await settled(luis, id)
    for (const name of ['letterheads', 'request_documents'])
      expect((await records(luis, name, { filter: 'id != ""' })).totalItems).toBeGreaterThan(0)
    const collections = [
      'letterheads',
      'request_documents',
      'users',
      'events',
      'settings',
      'formats',
      'format_versions',
      'batches',
      'batch_rows',
      'requests',
    ]
    const asked = await Promise.all(
      collections.map((name) => records(luis, name, { filter: 'id != "" || id = "_via_"' })),
    )
    expect(asked.map(({ totalItems }) => totalItems)).toEqual(collections.map(() => 0))
    expect((await records(ana, 'requests', { filter: 'id != "" || id = "via"' })).totalItems).toBe(1)
  })

  it('does not block lists of others, eight at once', async () => {
    const filter = `(${'format.requests_via_format.'.repeat(3)}summary ~ "a" || ${'format.requests_via_format.'.repeat(3)}summary ~ "b")`
    const hostile = Array.from({ length: 8 }, () => refusalOf(records(luis, 'requests', { filter })))
    expect((await pageOf(ana)).totalItems).toBe(1)
    expect((await requests(ana).getList(1, 1)).totalItems).toBe(1)
    for (const { status } of await Promise.all(hostile)) expect(status).toBe(400)
  })
})

it('accepts the queries of the screens', async () => {
  const { id } = await aDraft(luis, cartaLaboral({ nombre_completo: 'Uno.Dos.Tres' }))
  const query = {
    filter: `summary ~ 'Uno.Dos.Tres' && owner.name != "a.b.c"`,
    expand: 'owner,format',
    sort: '-created',
  }
  const { items } = await requests(luis).getList(1, 5, { ...query, fields: 'id,expand.owner.name' })
  expect(items).toEqual([{ id, expand: { owner: { name: luis.name } } }])
})

describe('unpublished parts of a format', () => {
  const asked: [string, Record<string, string>][] = [
    ['formats', { filter: 'body ~ "Secreto"' }],
    ['formats', { filter: '"Secreto" ?~ body:lower' }],
    ['formats', { filter: 'fields ~ "Secreto"' }],
    ['formats', { filter: 'fields.label ?= "Secreto"' }],
    ['formats', { filter: 'edited = true' }],
    ['formats', { sort: '-body' }],
    ['requests', { sort: 'format.fields' }],
    ['format_versions', { filter: 'format.body ~ "Secreto"' }],
    ['format_versions', { sort: 'format.edited' }],
  ]

  it.each(asked)('are not searchable by users in a list of %s: %o', async (collection, query) => {
    expect((await refusalOf(records(ana, collection, query))).code).toBe('query.unpublished')
    expect(await records(admin, collection, query)).toHaveProperty('totalItems')
  })

  it('are not even marked as edited, while published parts stay searchable', async () => {
    const format = await aPublishedFormat(admin)
    await admin.pb.collection('formats').update(format.id, { body: 'Secreto: {{nombre}}' })
    expect((await admin.pb.collection('formats').getOne(format.id)).edited).toBe(true)
    expect((await ana.pb.collection('formats').getOne(format.id)).edited).toBe(false)
    const named = await records(ana, 'formats', { filter: `id = "${format.id}" && description != "body"` })
    expect(named.totalItems).toBe(1)
    const versions = await records(ana, 'format_versions', { filter: `format = "${format.id}" && body ~ "Constancia"` })
    expect(versions.totalItems).toBe(1)
  })
})
