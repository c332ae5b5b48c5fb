import type PocketBase from 'pocketbase'
import type { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Guest } from '../../../src/domain/links/link-output.ts'
import { Scene } from '../../support/abuse.ts'
import {
  aGuest,
  aSentLink,
  confirmCode,
  hashToken,
  listDocuments,
  openLink,
  readDocument,
  requestCode,
  type SentLink,
  signInByLink,
} from '../../support/links.ts'
import { listen } from '../../support/listening.ts'
import { codeIn, mailsTo, mailTo } from '../../support/mailbox.ts'
import { anAddress, anonymous, aUser, type Person, theFirstAdmin } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aRequest, requests, settled, take } from '../../support/requests.ts'

vi.setConfig({ testTimeout: 100_000 })

const scene = await Scene.open()
const [owner, admin] = await Promise.all([aUser(scene.place), theFirstAdmin(scene.place)])
/** Request with a document. */
const request = await aDocument()
afterAll(() => scene?.close())

async function aDocument(): Promise<string> {
  const { id } = await aRequest(owner, admin, 'approved')
  await settled(owner, id)
  return id
}
const nobody = () => anonymous(scene.place)
const aLink = (change: object = {}) => aSentLink(scene.superuser, request, change)
const signIn = (link: SentLink, after = 0) => signInByLink(link, { at: scene.server.url, after })
const unknownToken = '0'.repeat(32)
const linkOf = ({ id }: SentLink) => scene.stored('links', id)

describe('link', () => {
  it('leads to the document with the code from the mailbox, and is then opened', async () => {
    const link = await aLink()
    expect(await openLink(nobody(), link.token)).toEqual({
      organisation: 'Mi organización',
      purpose: 'deliver',
      formats: ['Carta laboral'],
      count: 1,
    })
    const pb = await signIn(link)
    expect(await linkOf(link)).toMatchObject({ state: 'sent', openedAt: '' })
    const { documentNumber } = await requests(owner).getOne(request)
    const [item] = (await listDocuments(pb, link.token)).items
    expect(item).toMatchObject({
      id: link.id,
      format: 'Carta laboral',
      number: documentNumber,
      state: 'preliminary',
      isReady: true,
    })
    const file = await readDocument(pb, link.id)
    expect(file.headers.get('Content-Type')).toBe('application/pdf')
    expect(file.headers.get('Cache-Control')).toBe('private, no-store')
    expect((await file.text()).slice(0, 5)).toBe('%PDF-')
    expect((await linkOf(link)).state).toBe('opened')
    await listDocuments(pb, link.token)
    expect(await scene.count('events', `action = 'deliveryOpened' AND subjectId = '${request}'`)).toBe(1)
  })

  it('shows neither the document nor the person before the code', async () => {
    const link = await aLink()
    const stored = await requests(owner).getOne(request)
    const said = JSON.stringify(await openLink(nobody(), link.token))
    for (const secret of [link.email, link.guest, link.id, request, stored.documentNumber, 'Ñandú', owner.name])
      expect(said).not.toContain(secret)
  })

  it('has the same response if it is unknown, replaced, expired or cancelled', async () => {
    const [expired, cancelled, replaced] = await Promise.all([
      aLink({ expires: '2026-01-01 00:00:00.000Z' }),
      aLink({ state: 'cancelled' }),
      aLink(),
    ])
    await scene.superuser.collection('links').update(replaced.id, { tokenHash: hashToken('another') })
    const answers = await Promise.all(
      [unknownToken, 'x', '', expired.token, cancelled.token, replaced.token].flatMap((token) =>
        ['open', 'code'].map((call) =>
          scene.ask(`/api/app/links/${call}`, { method: 'POST', body: JSON.stringify({ token }) }),
        ),
      ),
    )
    const [first] = answers
    expect(first?.status).toBe(404)
    for (const { status, text } of answers) expect([status, text]).toEqual([404, first?.text])
  })

  it('is not changed by GET, which mail servers send', async () => {
    const link = await aLink()
    const before = await linkOf(link)
    const page = await scene.ask(`/d/${link.token}`)
    expect([page.status, page.headers['referrer-policy'], page.headers['cache-control'], page.headers.etag]).toEqual([
      200,
      'no-referrer',
      'no-store',
      undefined,
    ])
    for (const path of ['/api/app/links/open', '/api/app/links/code', '/api/app/guest/links'])
      expect((await scene.ask(`${path}?token=${link.token}`)).status).toBe(404)
    expect(await linkOf(link)).toEqual(before)
    expect(mailsTo(link.email)).toEqual([])
  })

  it('refuses a blocked guest before and after the code', async () => {
    const link = await aLink()
    const pb = await signIn(link)
    await scene.superuser.collection('guests').update(link.guest, { blocked: true })
    for (const call of [
      () => openLink(nobody(), link.token),
      () => requestCode(nobody(), link.token),
      () => listDocuments(pb, link.token),
    ])
      expect(await refusalOf(call())).toMatchObject({ status: 403, code: 'link.blocked' })
    expect((await readDocument(pb, link.id)).status).toBe(403)
  })

  it("ends a guest's session when an administrator blocks the guest, until the guest confirms the code again", async () => {
    const link = await aLink()
    const pb = await signIn(link)
    expect((await listDocuments(pb, link.token)).items).toHaveLength(1)
    const block = (person: Person, blocked: boolean) =>
      person.pb.send(`/api/app/guests/${link.guest}/block`, { method: 'POST', body: { blocked } })
    expect(await refusalOf(block(owner, true))).toMatchObject({ status: 403 })
    await block(admin, true)
    expect(await refusalOf(listDocuments(pb, link.token))).toMatchObject({ status: 401, code: 'link.session' })
    expect((await readDocument(pb, link.id)).status).toBe(401)
    expect(await refusalOf(openLink(nobody(), link.token))).toMatchObject({ status: 403, code: 'link.blocked' })
    const guests = (search: string) =>
      admin.pb.send<{ items: Guest[] }>('/api/app/guests', { method: 'GET', query: { search } })
    expect((await guests(link.email.toUpperCase())).items).toMatchObject([
      { id: link.guest, email: link.email, blocked: true, documents: 1 },
    ])
    expect((await guests(`${link.email}%`)).items).toEqual([])
    await block(admin, false)
    expect(await refusalOf(listDocuments(pb, link.token))).toMatchObject({ status: 401 })
    expect((await listDocuments(await signIn(link, 1), link.token)).items).toHaveLength(1)
    const events = await admin.pb.send('/api/app/events', { method: 'GET', query: { subject: 'settings' } })
    expect(events.items.slice(0, 2)).toMatchObject([
      { action: 'unblockGuest', actorName: admin.name, details: { email: link.email } },
      { action: 'blockGuest', actorName: admin.name, details: { email: link.email } },
    ])
  })

  it('refuses a sign-in of a guest who was blocked after the code was sent', async () => {
    const link = await aLink()
    const { otpId } = await requestCode(nobody(), link.token)
    const code = codeIn(await mailTo(link.email))
    await scene.superuser.collection('guests').update(link.guest, { blocked: true })
    expect(await refusalOf(confirmCode(nobody(), otpId, code))).toMatchObject({ status: 403, code: 'link.blocked' })
  })

  it('gives no document that was withdrawn, and tells that one was annulled', async () => {
    const own = await aDocument()
    const link = await aSentLink(scene.superuser, own)
    const pb = await signIn(link)
    await take(admin, 'annul', { ids: [own], reason: 'Ya no trabaja aquí.' })
    await settled(owner, own)
    expect((await listDocuments(pb, link.token)).items[0]).toMatchObject({ state: 'annulled', isReady: true })
    await scene.sql(`UPDATE requests SET annulledAt = '', status = 'returned' WHERE id = '${own}'`)
    expect((await listDocuments(pb, link.token)).items[0]).toMatchObject({ state: 'withdrawn', isReady: false })
    expect((await readDocument(pb, link.id)).status).toBe(409)
  })
})

describe('forwarded or guessed link', () => {
  it('needs the mailbox: without the code, no session shows anything', async () => {
    const link = await aLink()
    const other = await signIn(await aLink())
    for (const pb of [nobody(), other, owner.pb, admin.pb])
      expect(await refusalOf(listDocuments(pb, link.token))).toMatchObject({ status: 401, code: 'link.session' })
    expect((await readDocument(nobody(), link.id)).status).toBe(401)
    expect((await readDocument(owner.pb, link.id)).status).toBe(401)
    expect((await readDocument(other, link.id)).status).toBe(404)
    expect((await linkOf(link)).state).toBe('sent')
  })

  it('shows each guest only their own documents, even if two guests share a token', async () => {
    const link = await aLink()
    const other = await aLink({ tokenHash: hashToken(link.token) })
    // The code goes to the guest of one of the links.
    const { otpId } = await requestCode(nobody(), link.token)
    const findMail = () => [link, other].find(({ email }) => mailsTo(email).length > 0)
    await expect.poll(findMail).toBeDefined()
    const [asked, unasked] = findMail() === link ? [link, other] : [other, link]
    const pb = nobody()
    await confirmCode(pb, otpId, codeIn(await mailTo(asked.email)))
    expect((await listDocuments(pb, link.token)).items.map(({ id }) => id)).toEqual([asked.id])
    expect((await linkOf(unasked)).state).toBe('sent')
  })

  it('limits unknown tokens per network, and not the others', async () => {
    const address = anAddress()
    const guesser = anonymous({ ...scene.place, address })
    const link = await aLink()
    for (let time = 0; time < 100; time++) await refusalOf(openLink(guesser, unknownToken))
    expect(await refusalOf(openLink(guesser, link.token))).toMatchObject({ status: 429, code: 'link.wait' })
    expect(await openLink(nobody(), link.token)).toMatchObject({ count: 1 })
  })

  it('ends a code after five wrong attempts, also for the right code', async () => {
    const link = await aLink()
    const { otpId } = await requestCode(nobody(), link.token)
    const code = codeIn(await mailTo(link.email))
    const wrong = code === '000000' ? '111111' : '000000'
    for (let time = 0; time < 5; time++)
      expect((await refusalOf(confirmCode(nobody(), otpId, wrong))).code).toBe('code.invalid')
    expect(await refusalOf(confirmCode(nobody(), otpId, code))).toMatchObject({ status: 429, code: 'link.attempts' })
  })

  it('accepts a code once', async () => {
    const link = await aLink()
    const { otpId } = await requestCode(nobody(), link.token)
    const code = codeIn(await mailTo(link.email))
    await confirmCode(nobody(), otpId, code)
    expect((await refusalOf(confirmCode(nobody(), otpId, code))).code).toBe('code.invalid')
  })

  it('accepts no code after ten minutes', async () => {
    const link = await aLink()
    const { otpId } = await requestCode(nobody(), link.token)
    const code = codeIn(await mailTo(link.email))
    await scene.sql(`UPDATE _otps SET created = datetime('now', '-601 seconds') || '.000Z' WHERE id = '${otpId}'`)
    expect(await refusalOf(confirmCode(nobody(), otpId, code))).toMatchObject({ status: 400, code: 'code.expired' })
  })

  it('accepts a code only for its own collection', async () => {
    const link = await aLink()
    const { otpId } = await requestCode(nobody(), link.token)
    const code = codeIn(await mailTo(link.email))
    expect((await refusalOf(nobody().collection('users').authWithOTP(otpId, code))).code).toBe('code.invalid')
    const asked = await nobody().collection('users').requestOTP(owner.email)
    const findCode = () => /^\d{6}/.exec(mailsTo(owner.email).at(-1)?.subject ?? '')?.[0]
    await expect.poll(findCode).toBeDefined()
    const own = findCode() ?? ''
    expect((await refusalOf(confirmCode(nobody(), asked.otpId, own))).code).toBe('code.invalid')
  })
})

describe('flood of codes', () => {
  it('sends five codes in an hour and ten in a day by one link, from whatever network', async () => {
    const link = await aLink()
    const later = (seconds: number) =>
      scene.sql(`UPDATE counted_calls SET at = at - ${seconds} WHERE key LIKE 'guest ${link.guest}%'`)
    const sendFive = async () => {
      for (let time = 0; time < 5; time++) await requestCode(nobody(), link.token)
      expect(await refusalOf(requestCode(nobody(), link.token))).toMatchObject({ status: 429, code: 'link.codes' })
    }
    await sendFive()
    await later(3_601)
    await sendFive()
    await later(3_601)
    expect((await refusalOf(requestCode(nobody(), link.token))).code).toBe('link.codes')
    await mailTo(link.email, { after: 9 })
    expect(mailsTo(link.email)).toHaveLength(10)
    await later(86_400)
    await requestCode(nobody(), link.token)
  })

  it('sends twenty codes in a day to one address by many links', async () => {
    const link = await aLink()
    let sent = 0
    for (let round = 0; round < 5; round++) {
      const token = `${round}`.repeat(32)
      await scene.superuser.collection('links').update(link.id, { tokenHash: hashToken(token) })
      for (let time = 0; time < 5; time++)
        await requestCode(nobody(), token).then(
          () => sent++,
          () => {},
        )
    }
    expect(sent).toBe(20)
  })

  it('limits the codes that one network requests', async () => {
    const client = anonymous({ ...scene.place, address: anAddress() })
    const links = await Promise.all(Array.from({ length: 25 }, () => aLink()))
    const answers: string[] = []
    for (const { token } of links)
      for (let time = 0; time < 5; time++)
        answers.push(
          await requestCode(client, token).then(
            () => 'sent',
            (error: ClientResponseError) => error.response.data.code.code,
          ),
        )
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(120)
    expect(answers.at(-1)).toBe('link.wait')
  })

  it('sends no code by the calls of PocketBase, for a guest like for an unknown address', async () => {
    const { email } = await aGuest(scene.superuser)
    const { id: collection } = await scene.superuser.collections.getOne('guests')
    const answers = new Set<string>()
    for (const name of ['guests', 'GUESTS', collection])
      for (const address of [email, 'nadie@ejemplo.test'])
        for (const [call, body] of [
          ['request-otp', { email: address }],
          ['request-verification', { email: address }],
          ['request-password-reset', { email: address }],
          ['auth-with-password', { identity: address, password: 'clave-segura' }],
        ] as const) {
          const answer = await scene.ask(`/api/collections/${name}/${call}`, {
            method: 'POST',
            body: JSON.stringify(body),
          })
          expect(answer.text).not.toContain('token')
          answers.add(`${call} ${answer.status}`)
        }
    expect([...answers].toSorted()).toEqual([
      'auth-with-password 403',
      'request-otp 403',
      'request-password-reset 400',
      'request-verification 204',
    ])
    expect(mailsTo(email)).toEqual([])
    const ofUsers = { method: 'POST', body: '{"email":"nadie@ejemplo.test"}' }
    expect((await scene.ask('/api/collections/users/request-verification', ofUsers)).status).toBe(204)
  })
})

describe('session of a guest', () => {
  let pb: PocketBase
  let link: SentLink
  beforeAll(async () => {
    link = await aLink()
    pb = await signIn(link)
  })

  it('lasts 30 minutes and is not renewed', async () => {
    const { exp, iat, type } = JSON.parse(atob(pb.authStore.token.split('.')[1] ?? ''))
    expect(exp - (iat ?? exp - 1800)).toBe(1800)
    expect(type).toBe('auth')
    const { id: collection } = await scene.superuser.collections.getOne('guests')
    for (const name of ['guests', 'GUESTS', collection])
      expect((await refusalOf(pb.send(`/api/collections/${name}/auth-refresh`, { method: 'POST' }))).status).toBe(403)
  })

  it('reads no file of a request, also with a file token', async () => {
    const { collectionId, document = '' } = await requests(owner).getOne(request)
    const token = await pb.files.getToken()
    expect((await fetch(pb.files.getURL({ id: request, collectionId }, document, { token }))).status).toBe(404)
    const own = await fetch(pb.buildURL(`/api/app/guest/links/${link.id}/document?token=${token}&download=1`))
    expect([own.status, own.headers.get('Content-Disposition')?.slice(0, 10)]).toEqual([200, 'attachment'])
    for (const path of ['requests/documents', 'events/export'])
      expect((await fetch(pb.buildURL(`/api/app/${path}?token=${token}`))).status).toBe(401)
  })

  it('subscribes to nothing', async () => {
    for (const topic of ['links/*', 'guests/*', `guests/${link.guest}`, 'requests/*', `requests/${request}`])
      expect(await refusalOf(listen(pb, topic))).toMatchObject({ status: 401, code: 'session.required' })
  })

  it('reads nothing with relations, filters or other spellings of a collection', async () => {
    const { id: links } = await scene.superuser.collections.getOne('links')
    for (const path of [
      'links/records',
      `${links}/records`,
      'LINKS/records',
      `links/records/${link.id}?expand=request,guest`,
      `guests/records/${link.guest}?expand=links_via_guest.request`,
    ])
      expect((await refusalOf(pb.send(`/api/collections/${path}`, { method: 'GET' }))).status).toBe(403)
    const filter = encodeURIComponent(`request_documents_via_request.id != "" || id = "${request}"`)
    const listed = await scene.ask(`/api/collections/requests/records?filter=${filter}`, {
      headers: { Authorization: pb.authStore.token },
    })
    expect(listed.text).not.toContain(request)
  })

  it('ends at once for a link that was cancelled, expired or given to another guest', async () => {
    const own = await aLink()
    const session = await signIn(own)
    const { id: other } = await aGuest(scene.superuser)
    for (const change of [{ state: 'cancelled' }, { expires: '2026-01-01 00:00:00.000Z' }, { guest: other }]) {
      const before = await linkOf(own)
      expect((await readDocument(session, own.id)).status).toBe(200)
      await scene.superuser.collection('links').update(own.id, change)
      expect((await readDocument(session, own.id)).status).toBe(404)
      await scene.superuser.collection('links').update(own.id, {
        guest: before.guest,
        state: before.state,
        expires: before.expires,
      })
    }
  })
})

it('writes no token to the log of the server', async () => {
  const link = await aLink()
  let log = ''
  const stream = await scene.server.container.logs()
  stream.on('data', (line) => {
    log += line
  })
  await scene.ask(`/d/${link.token}`)
  await signIn(link)
  // A call that fails unexpectedly is logged.
  await scene.sql('ALTER TABLE settings RENAME TO hidden_settings')
  const failed = await refusalOf(openLink(nobody(), link.token))
  await scene.sql('ALTER TABLE hidden_settings RENAME TO settings')
  expect(failed.status).toBeGreaterThanOrEqual(400)
  await expect.poll(() => log).toContain('/api/app/links/open')
  stream.destroy()
  expect(log).not.toContain(link.token)
  expect(JSON.stringify(await scene.sql('SELECT * FROM one_time_codes'))).not.toContain(link.token)
})
