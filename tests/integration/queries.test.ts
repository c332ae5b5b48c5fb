import { beforeAll, describe, expect, inject, it } from 'vitest'
import { cartaLaboral, formatOf } from '../support/batch.ts'
import { anAddress, anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, pageOf, requests } from '../support/requests.ts'

let ana: Person
let luis: Person
let admin: Person
let draft: string
beforeAll(async () => {
  ;[ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
  draft = (await aDraft(ana)).id
})

const records = (person: Person, collection: string, query: Record<string, string>) =>
  person.pb.send(`/api/collections/${collection}/records`, { method: 'GET', query })

/** Each would be true of what its collection holds, if it were asked. */
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
  ['batches', { filter: 'format.requests_via_format.id != ""' }],
  ['batch_rows', { filter: 'batch.format.requests_via_format.id != ""' }],
]

describe('a query that reaches far', () => {
  it.each(farAway)('is refused in a list of %s: %o', async (collection, query) => {
    for (const person of [ana, admin]) expect((await refusalOf(records(person, collection, query))).status).toBe(400)
  })

  it('is refused where one record is asked for, or given back', async () => {
    const query = { expand: 'format.requests_via_format' }
    const one = requests(ana)
    expect((await refusalOf(one.getOne(draft, query))).code).toBe('query.far')
    expect((await refusalOf(one.update(draft, { values: {} }, query))).code).toBe('query.far')
    expect((await refusalOf(one.create({ format: await formatOf(ana.pb, 'CL'), values: {} }, query))).code).toBe(
      'query.far',
    )
    const own = ana.pb.collection('users').update(ana.id, { name: 'Otra' }, { expand: 'requests_via_owner' })
    expect((await refusalOf(own)).code).toBe('query.far')
    const renewal = ana.pb.collection('users').authRefresh({ expand: 'requests_via_owner' })
    expect((await refusalOf(renewal)).status).toBe(400)
  })

  it('is asked by no rule, so that the database reads nothing for it', async () => {
    const collections = [
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
      collections.map((name) => records(ana, name, { filter: 'id != "" || id = "_via_"' })),
    )
    expect(asked.map(({ totalItems }) => totalItems)).toEqual(collections.map(() => 0))
    expect((await records(ana, 'requests', { filter: 'id != "" || id = "via"' })).totalItems).toBe(1)
  })

  it.each([
    { filter: 'format.requests_via_format.id != ""' },
    { expand: 'format.requests_via_format' },
    { expand: 'format.requests(format)' },
    { filter: 'formatVersion.format.id != ""' },
  ])('is refused as a subscription: %o', async (query) => {
    const headers = {
      'X-Forwarded-For': anAddress(),
      Authorization: luis.pb.authStore.token,
      'Content-Type': 'application/json',
    }
    const stream = await fetch(`${inject('url')}/api/realtime`, { headers })
    const reader = stream.body?.getReader()
    let first = ''
    while (!/^data:.*$/m.test(first)) first += new TextDecoder().decode((await reader?.read())?.value)
    const { clientId } = JSON.parse(/^data:(.*)$/m.exec(first)?.[1] ?? '{}')
    const subscribe = async (options: string) => {
      const body = JSON.stringify({ clientId, subscriptions: [`requests/*?options=${encodeURIComponent(options)}`] })
      const answer = await fetch(`${inject('url')}/api/realtime`, { method: 'POST', headers, body })
      return answer.status === 204 ? 204 : (await answer.json()).data.code?.code
    }
    const options = JSON.stringify({ query })
    expect(await subscribe(options)).toBe('query.far')
    const hidden = options.replaceAll('_', '\\u005f').replaceAll('(', '\\u0028').replaceAll('.', '\\u002e')
    expect(await subscribe(hidden)).toBe('query.far')
    expect(await subscribe(JSON.stringify({ query: { filter: 'status = "draft"', expand: 'owner' } }))).toBe(204)
    await reader?.cancel()
  })

  it('of eight at once leaves the others their lists', async () => {
    const filter = `(${'format.requests_via_format.'.repeat(3)}summary ~ "a" || ${'format.requests_via_format.'.repeat(3)}summary ~ "b")`
    const hostile = Array.from({ length: 8 }, () => refusalOf(records(luis, 'requests', { filter })))
    expect((await pageOf(ana)).totalItems).toBe(1)
    expect((await requests(ana).getList(1, 1)).totalItems).toBe(1)
    for (const { status } of await Promise.all(hostile)) expect(status).toBe(400)
  })
})

it('what the screens ask is near', async () => {
  const { id } = await aDraft(luis, cartaLaboral({ nombre_completo: 'Uno.Dos.Tres' }))
  const query = {
    filter: `summary ~ 'Uno.Dos.Tres' && owner.name != "a.b.c"`,
    expand: 'owner,format',
    sort: '-created',
  }
  const { items } = await requests(luis).getList(1, 5, { ...query, fields: 'id,expand.owner.name' })
  expect(items).toEqual([{ id, expand: { owner: { name: luis.name } } }])
})
