import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { getDocumentKind } from '../../src/domain/documents/document-kind.ts'
import type { Event } from '../../src/domain/history/event.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, anonymous, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, requests, settled, take } from '../support/requests.ts'
import { expectedOf, type Hat, hats, type State, states, steps } from '../support/steps.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let ana: Person
let luis: Person
let admin: Person
/** Administrator with own requests. */
let chief: Person
/** Deactivated users: one with a request in each state, and an administrator. */
let gone: Person
let retired: Person
let left: Record<State, Request>
/** Formats whose documents cannot be generated: with preliminary and with final documents. */
let endless: string
let endlessFinal: string
beforeAll(async () => {
  server = await startServer(inject('image'))
  const place = { at: server.url }
  superuser = await aSuperuser(server)
  ;[ana, luis, gone, admin, chief, retired] = await Promise.all([
    aUser(place),
    aUser(place),
    aUser(place),
    anAdmin(place),
    anAdmin(place),
    anAdmin(place),
  ])
  const nota = { key: 'nota', label: 'Nota', type: 'longText' as const, max: 5000 }
  const tooLong = { fields: [nota], body: '{{nota}}\n'.repeat(101) }
  endless = (await aPublishedFormat(admin, tooLong)).code
  endlessFinal = (await aPublishedFormat(admin, { ...tooLong, makesFinal: true })).code
  const made = await Promise.all(states.map(async (state) => [state, await aRequestIn(state, gone)] as const))
  left = Object.fromEntries(made) as typeof left
  await setActive(gone, false, place)
  await setActive(retired, false, place)
})
afterAll(() => server.stop())

/** Creates a request and brings it to a state through actions. Only a pending document is set in the database. */
async function aRequestIn(state: State, owner: Person): Promise<Request> {
  const [first, second] = state.split(' ')
  if (first === 'failed' || second === 'failed') return aFailedOne(owner, first)
  const isApproved = ['pending', 'approved', 'final', 'annulled'].includes(first ?? '')
  const { id } = await aRequest(owner, admin, isApproved ? 'approved' : (state as Request['status']))
  if (first === 'final') await take(admin, 'issue', { ids: [id] })
  if (first === 'annulled') await take(admin, 'annul', { ids: [id], reason: 'x' })
  const found = await settled(owner, id)
  if (first !== 'pending' && second !== 'pending') return found
  const held = `UPDATE requests SET documentStatus = 'pending', documentLease = unixepoch() + 115 WHERE id = '${id}'`
  await superuser.send('/api/sql', { method: 'POST', body: { query: held } })
  return requests(owner).getOne(id)
}

async function aFailedOne(owner: Person, kind = ''): Promise<Request> {
  const { id } = await aDraft(owner, { nota: 'x'.repeat(5000) }, kind === 'final' ? endlessFinal : endless)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  await settled(owner, id)
  if (kind === 'annulled') await take(admin, 'annul', { ids: [id], reason: 'x' })
  return settled(owner, id)
}

const personFor = (hat: Hat) => ({ owner: ana, admin, chief })[hat]
const ownerFor = (hat: Hat) => (hat === 'chief' ? chief : ana)

describe.each(states)('actions on a request that is %s', (state) => {
  it('change it as the contract’s table states for each role', async () => {
    await Promise.all(hats.map((hat) => stayAs(hat, state)))
    await Promise.all(
      hats.flatMap((hat) =>
        steps.filter((step) => expectedOf(step, hat, state)?.to).map((step) => takeAs(hat, step, state)),
      ),
    )
  })

  it('answers 404 to other users, and 401 to anonymous and inactive users', async () => {
    const before = await aRequestIn(state, ana)
    const decision = { ids: [before.id], reason: 'x' }
    for (const step of steps) {
      const none = { changed: [], skipped: [{ id: before.id, code: 'request.notFound' }] }
      expect(await take(luis, step, decision)).toEqual(none)
      const refused = [
        take({ pb: anonymous({ at: server.url }) }, step, decision),
        take(retired, step, decision),
        take(gone, step, { ids: [left[state].id], reason: 'x' }),
      ]
      for (const { status } of await Promise.all(refused.map(refusalOf))) expect(status).toBe(401)
    }
    expect(await requests(ana).getOne(before.id)).toEqual(before)
    const { status, number, finality, annulledAt, document } = left[state]
    expect(await requests(admin).getOne(left[state].id)).toMatchObject({
      status,
      number,
      finality,
      annulledAt,
      document,
    })
  })
})

/** Expects that impossible actions change nothing and return a reason. */
async function stayAs(hat: Hat, state: State) {
  const before = await aRequestIn(state, ownerFor(hat))
  for (const step of steps) {
    const expected = expectedOf(step, hat, state)
    if (expected?.to) continue
    const code = expected ? 'request.transition' : 'request.forbidden'
    const outcome = await take(personFor(hat), step, { ids: [before.id], reason: 'x' })
    expect(outcome, step).toEqual({ changed: [], skipped: [{ id: before.id, code }] })
  }
  expect(await requests(ownerFor(hat)).getOne(before.id)).toEqual(before)
}

/** Runs an action on an own request, or on Ana's, and compares the result with the contract. */
async function takeAs(hat: Hat, step: string, state: State) {
  const [owner, person] = [ownerFor(hat), personFor(hat)]
  const before = await aRequestIn(state, owner)
  const { id } = before
  const stored = () => requests(owner).getOne(id)
  const { needsReason, to } = expectedOf(step, hat, state) ?? {}
  if (needsReason) {
    for (const reason of [undefined, '', '   ', '\u200b'])
      expect(await refusalOf(take(person, step, { ids: [id], reason }))).toEqual({
        status: 400,
        code: 'request.reason',
        fields: { reason: 'required' },
      })
    expect(await stored()).toEqual(before)
  }
  const reason = needsReason ? 'Se revisó.' : ''
  expect(await take(person, step, { ids: [id], reason }), step).toEqual({ changed: [id], skipped: [] })
  const after = await stored()
  expect(after.status).toBe(to)
  // Approved requests keep number and approval time.
  if (before.documentNumber) expect(after.documentNumber).toBe(before.documentNumber)
  if (to === 'approved' && before.decidedAt) expect(after.decidedAt).toBe(before.decidedAt)
  expect(kindAfter(after), step).toEqual(expectedKind(step, state))
  const made = step === 'hold' ? after : await settled(owner, id)
  if (made.documentStatus === 'ready') expect(made.documentKind, step).toBe(getDocumentKind(made))
  const history = await admin.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  const lastEvent = history.findLast(({ action }) => action === step)
  expect(lastEvent).toMatchObject({ actor: person.id, from: before.status, to, reason })
}

const kindAfter = ({ finality, annulledAt }: Request) => ({ finality, isAnnulled: annulledAt !== '' })

/** By the contract: approving a work certificate creates a preliminary document, `issue` a final one; annulled ones stay annulled. */
function expectedKind(step: string, state: State) {
  const [kind = ''] = state.split(' ')
  if (['hold', 'anonymize'].includes(step) && ['submitted', 'returned', 'rejected', 'cancelled'].includes(kind))
    return { finality: '', isAnnulled: false }
  if (step === 'return' || step === 'submit' || step === 'reject' || step === 'reopen' || step === 'cancel')
    return { finality: '', isAnnulled: false }
  const finality = step === 'issue' || kind === 'final' ? 'final' : 'preliminary'
  return { finality, isAnnulled: step === 'annul' || kind === 'annulled' }
}
