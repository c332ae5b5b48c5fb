import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { expect } from 'vitest'
import type { GuestLinkContent } from '../../src/domain/links/link-output.ts'
import { codeIn, linksIn, mailsTo, mailTo } from './mailbox.ts'
import { anonymous } from './people.ts'

export interface SentLink {
  id: string
  guest: string
  email: string
  token: string
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates a person without an account. */
export async function aGuest(superuser: PocketBase, change: object = {}): Promise<{ id: string; email: string }> {
  const password = randomUUID()
  const email = `${password.slice(0, 13)}@ejemplo.test`
  const body = { email, name: 'Íñigo Ñandú', password, passwordConfirm: password, emailVisibility: true, ...change }
  return superuser.collection('guests').create(body)
}

/** Creates a link to a request as if its mail had been sent. */
export async function aSentLink(superuser: PocketBase, request: string, change: object = {}): Promise<SentLink> {
  const token = randomBytes(16).toString('hex')
  const { id: guest, email } = await aGuest(superuser)
  const body = { guest, request, purpose: 'deliver', state: 'sent', tokenHash: hashToken(token), expires: inAnHour() }
  const { id } = await superuser.collection('links').create({ ...body, ...change })
  return { id, guest, email, token }
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().replace('T', ' ')

export const sendBody = <Answer>(pb: PocketBase, path: string, body: object) =>
  pb.send<Answer>(path, { method: 'POST', body })

export const openLink = (pb: PocketBase, token: string) =>
  sendBody<Record<string, unknown>>(pb, '/api/app/links/open', { token })
export const requestCode = (pb: PocketBase, token: string) =>
  sendBody<{ otpId: string }>(pb, '/api/app/links/code', { token })
export const confirmCode = (pb: PocketBase, otpId: string, code: string) =>
  pb.collection('guests').authWithOTP(otpId, code)
export const listDocuments = (pb: PocketBase, token: string) =>
  sendBody<GuestLinkContent>(pb, '/api/app/guest/links', { token })
export const readDocument = (pb: PocketBase, id: string) =>
  fetch(pb.buildURL(`/api/app/guest/links/${id}/document`), { headers: { Authorization: pb.authStore.token } })

/** Sends the mail that asks the signer of a contract to sign it; returns the path of its link. */
export async function receiveSigningLink(superuser: PocketBase, email: string): Promise<string> {
  // A run sends nothing while another sender is busy.
  const countMails = async () => {
    await superuser.crons.run('minute')
    return mailsTo(email).length
  }
  await expect.poll(countMails, { interval: 250 }).toBe(1)
  const mail = await mailTo(email)
  expect(mail.subject).toMatch(/le pide firmar un documento: Contrato de obra$/)
  return new URL(linksIn(mail)[0] ?? '').pathname
}

/** Signs the guest of a link in with the code from the mailbox. */
export async function signInByLink(
  { token, email }: SentLink,
  { at, after = 0 }: { at?: string; after?: number } = {},
): Promise<PocketBase> {
  const pb = anonymous(at ? { at } : {})
  const { otpId } = await requestCode(pb, token)
  await confirmCode(pb, otpId, codeIn(await mailTo(email, { after })))
  return pb
}
