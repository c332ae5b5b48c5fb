import { expect, it } from 'vitest'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import { aBatch, aCompletedBatch, cartaLaboral, sendRows } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aRequest, take } from '../support/requests.ts'

const admin = await anAdmin()

const dashboardOf = (person: Pick<Person, 'pb'>) => person.pb.send<Dashboard>('/api/app/dashboard', { method: 'GET' })

it('shows a user’s own counts and pending work, and nothing of others', async () => {
  const [ana, luis] = await Promise.all([aUser(), aUser()])
  const draft = await aDraft(ana)
  const returned = await aRequest(ana, admin, 'returned')
  const submitted = await aRequest(ana, admin, 'submitted')
  await aRequest(luis, admin, 'submitted')
  const batch = await aBatch(ana.pb)
  await sendRows(ana.pb, batch, [cartaLaboral({ cargo: '' })])
  const shown = await dashboardOf(ana)
  expect(shown.counts).toEqual({ draft: 1, submitted: 1, returned: 1, approved: 0, rejected: 0, cancelled: 0 })
  expect(shown.todo.drafts.map(({ id }) => id)).toEqual([draft.id])
  expect(shown.todo.returned.map(({ id }) => id)).toEqual([returned.id])
  expect(shown.recent.map(({ id }) => id)).toEqual([submitted.id, returned.id])
  expect(shown.batches).toMatchObject([{ id: batch.id, number: batch.number, status: 'fixing', errorCount: 1 }])
  expect(shown.admin).toBeNull()
  const other = await dashboardOf(luis)
  expect(other.recent).toHaveLength(1)
  expect(other.batches).toEqual([])
})

it('lists the oldest returned request first, and batches with errors first', async () => {
  const ana = await aUser()
  const first = await aRequest(ana, admin, 'returned')
  const second = await aRequest(ana, admin, 'returned')
  const wrong = await aBatch(ana.pb)
  await sendRows(ana.pb, wrong, [cartaLaboral({ cargo: '' })])
  const right = await aBatch(ana.pb)
  await sendRows(ana.pb, right, [cartaLaboral()])
  const { todo, batches } = await dashboardOf(ana)
  expect(todo.returned.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(batches.map(({ id }) => id)).toEqual([wrong.id, right.id])
})

it('lists a processed batch with rows to correct separately', async () => {
  const ana = await aUser()
  const batch = await aCompletedBatch(ana.pb, [cartaLaboral(), cartaLaboral({ cargo: '' })])
  const { batches, batchesToCorrect } = await dashboardOf(ana)
  expect(batches).toEqual([])
  expect(batchesToCorrect).toMatchObject([{ id: batch.id, status: 'completed_with_pending', createdCount: 1 }])
})

it('shows an administrator the queue and thirty days of activity', async () => {
  const before = (await dashboardOf(admin)).admin
  const ana = await aUser()
  const { id } = await aRequest(ana, admin, 'submitted')
  const queued = (await dashboardOf(admin)).admin
  expect(queued?.queue.total).toBe((before?.queue.total ?? 0) + 1)
  expect(queued?.queue.oldest).toBe(queued?.queue.items[0]?.submittedAt)
  await take(admin, 'approve', { ids: [id] })
  const after = (await dashboardOf(admin)).admin
  expect(after?.queue.total).toBe(before?.queue.total)
  expect(after?.days).toHaveLength(30)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now())
  expect(after?.days.at(-1)?.day).toBe(today)
  expect(after?.days.at(-1)?.submitted).toBe((before?.days.at(-1)?.submitted ?? 0) + 1)
  expect(after?.days.at(-1)?.decided).toBe((before?.days.at(-1)?.decided ?? 0) + 1)
})
