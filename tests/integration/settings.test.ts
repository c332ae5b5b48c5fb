import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAdmin, anonymous, type Person, setActive } from '../support/people.ts'
import { aPngHeader } from '../support/pictures.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('settings', () => {
  let admin: Person
  let former: Person
  let id: string
  beforeAll(async () => {
    ;[admin, former] = await Promise.all([anAdmin(), anAdmin()])
    await setActive(former, false)
    id = (await admin.pb.collection('settings').getFirstListItem('')).id
  })
  afterAll(() =>
    change(admin, { city: '', organisationName: 'Mi organización', logo: null, country: 'CO', organisationId: '' }),
  )

  const change = ({ pb }: Pick<Person, 'pb'>, values: object) => pb.collection('settings').update(id, values)

  it.each([
    [{ organisationName: ' ' }, 'organisationName', 'required'],
    [{ organisationName: 'x'.repeat(121) }, 'organisationName', 'length'],
    [{ registration: 'maybe' }, 'registration', 'invalid'],
    [{ country: 'XX' }, 'country', 'invalid'],
    [{ organisationName: 'a\u0000b' }, 'organisationName', 'characters'],
    [{ city: 'a\u0007b' }, 'city', 'characters'],
    [{ city: 'Wrocław 東' }, 'city', 'unprintable'],
    [{ organisationName: 'Ω Anny' }, 'organisationName', 'unprintable'],
    [{ allowedDomains: 'x'.repeat(501) }, 'allowedDomains', 'length'],
    [{ organisationId: '900123456' }, 'organisationId', 'settings.nit'],
    [{ organisationId: 'NIT 900.123.456-7' }, 'organisationId', 'settings.nit'],
  ])('reject %j at its field', async (values, field, code) => {
    expect(await refusalOf(change(admin, values))).toMatchObject({ status: 400, fields: { [field]: code } })
  })

  it('accept numbers of other countries, and other changes while such a number is stored', async () => {
    await change(admin, { country: 'CL', organisationId: '900000005' })
    expect(await change(admin, { country: 'CO' })).toMatchObject({ organisationId: '900000005' })
    expect(await change(admin, { organisationId: 'NIT 900.123.456-8' })).toMatchObject({ country: 'CO' })
  })

  it('record each change with its fields in the history', async () => {
    await change(admin, { organisationName: 'Acme', city: 'Bogotá D. C.' })
    await change(admin, { organisationName: 'Acme' })
    const [latest] = await admin.pb
      .collection('events')
      .getFullList({ filter: `subjectId = "${id}"`, sort: '-created' })
    expect(latest).toMatchObject({ subject: 'settings', action: 'update', actor: admin.id, actorName: admin.name })
    expect(latest?.details.fields).toEqual(['organisationName', 'city'])
  })

  it('accept a small image as logo', async () => {
    const send = (name: string, content: Uint8Array<ArrayBuffer>) => change(admin, { logo: new File([content], name) })
    const { logo } = await send('logo.png', new Uint8Array(pixel))
    expect(logo).toMatch(/^logo_\w+\.png$/)
    const answer = await fetch(`${testServer().url}/api/files/settings/${id}/${logo}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const status = await anonymous().send('/api/app/status', { method: 'GET' })
    expect(status.logo).toBe(`/api/files/settings/${id}/${logo}`)
    for (const [name, content] of [
      ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['logo.png', Buffer.from('<html><script>alert(1)</script></html>')],
    ] as const)
      expect((await refusalOf(send(name, new Uint8Array(content)))).status).toBe(400)
    const large = Buffer.concat([pixel, Buffer.alloc(1_100_000)])
    expect([400, 413]).toContain((await refusalOf(send('logo.png', new Uint8Array(large)))).status)
    const [latest] = await admin.pb
      .collection('events')
      .getFullList({ filter: `subjectId = "${id}"`, sort: '-created' })
    expect(latest?.details.fields).toEqual(['logo'])
  })
  it('reject a logo with too many pixels, and serve no thumbs', async () => {
    const logoOf = (width: number, height: number) =>
      new File([new Uint8Array(aPngHeader(width, height))], 'logo.png', { type: 'image/png' })
    for (const [width, height] of [
      [20_000, 20_000],
      [2_001, 2_000],
      [4_294_967_295, 1],
    ] as const)
      expect(await refusalOf(change(admin, { logo: logoOf(width, height) }))).toMatchObject({
        status: 400,
        fields: { logo: 'picture.pixels' },
      })
    const { logo } = await change(admin, { logo: new File([new Uint8Array(pixel)], 'logo.png') })
    const address = `${testServer().url}/api/files/settings/${id}/${logo}`
    expect((await fetch(address)).status).toBe(200)
    for (const thumb of ['100x100', '', '0x50f']) expect((await fetch(`${address}?thumb=${thumb}`)).status).toBe(404)
    expect((await refusalOf(anonymous().collection('settings').getOne(id))).status).toBe(404)
  })
})
