import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Server, startServer } from '../support/container.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aRequest, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let query: ReturnType<typeof queryOf>
let ana: Person
let admin: Person

beforeAll(async () => {
  server = await startServer(inject('image'))
  superuser = await aSuperuser(server)
  query = queryOf(superuser)
  const at = server.url
  ;[ana, admin] = await Promise.all([aUser({ at }), theFirstAdmin({ at })])
  await aRequest(ana, admin, 'approved')
  const many = await Promise.all(Array.from({ length: 3 }, () => aRequest(ana, admin, 'submitted')))
  await take(admin, 'reject', { ids: many.map(({ id }) => id), reason: 'No procede.' })
}, 120_000)
afterAll(() => server?.stop())

async function audited(): Promise<{ isWhole: boolean; said: string }> {
  const flags = ['--dir=/pb_data', '--hooksWatch=false', '--automigrate=false']
  const { output, exitCode } = await server.container.exec(['/pocketbase', 'audit', ...flags])
  return { isWhole: exitCode === 0, said: output.trim() }
}

describe('the chain of the history', () => {
  it('is whole: what the installation began with, what people did, and what was decided together', async () => {
    const { isWhole, said } = await audited()
    expect(said).toContain('La historia está completa')
    expect(isWhole).toBe(true)
    const [[events = '', covered = ''] = []] = await query(
      'SELECT (SELECT count(*) FROM events), (SELECT sum(count) FROM event_links)',
    )
    expect(Number(events)).toBeGreaterThan(15)
    expect(covered).toBe(events)
    // Three decisions of one call are one link.
    const together = await query(
      "SELECT count FROM event_links WHERE last = (SELECT max(rowid) FROM events WHERE action = 'reject')",
    )
    expect(together).toEqual([['3']])
  })

  const rejected = "(SELECT min(rowid) FROM events WHERE action = 'reject' AND rowid > 0)"
  it.each([
    ['one that was changed', [`UPDATE events SET reason = 'Otra.' WHERE rowid = ${rejected}`], 'no coincide'],
    ['who did it', [`UPDATE events SET actorName = 'Nadie' WHERE rowid = ${rejected}`], 'no coincide'],
    ['one that was deleted', [`DELETE FROM events WHERE rowid = ${rejected}`], 'no coincide: 2 de 3'],
    [
      'one that was put in',
      [
        `INSERT INTO events (id, subject, subjectId, action, created)
         SELECT 'puestadespues01', subject, subjectId, 'approve', created FROM events WHERE rowid = ${rejected}`,
      ],
      'puestadespues01',
    ],
    [
      'two that changed their places',
      [
        `UPDATE events SET rowid = -1 WHERE rowid = ${rejected}`,
        `UPDATE events SET rowid = rowid - 1 WHERE rowid = ${rejected}`,
        "UPDATE events SET rowid = (SELECT min(rowid) + 1 FROM events WHERE action = 'reject' AND rowid > 0) WHERE rowid = -1",
      ],
      'no coincide: 3 de 3',
    ],
    [
      'the last, with its link',
      ['DELETE FROM event_links WHERE last = (SELECT max(last) FROM event_links)'],
      'alguien la agregó',
    ],
  ])('shows %s', async (_what, changes, says) => {
    await query('CREATE TABLE kept_events AS SELECT rowid AS place, * FROM events')
    await query('CREATE TABLE kept_links AS SELECT * FROM event_links')
    for (const change of changes) await query(change)
    const { isWhole, said } = await audited()
    const columns =
      'id, subject, subjectId, actor, actorName, owner, action, "from", "to", reason, details, created, updated'
    await query('DELETE FROM events')
    await query(`INSERT INTO events (rowid, ${columns}) SELECT place, ${columns} FROM kept_events ORDER BY place`)
    await query('DELETE FROM event_links')
    await query('INSERT INTO event_links SELECT * FROM kept_links')
    await query('DROP TABLE kept_events')
    await query('DROP TABLE kept_links')
    expect(said).toContain(says)
    expect(isWhole).toBe(false)
  })

  it('is whole again once all is as it was', async () => {
    expect((await audited()).said).toContain('La historia está completa')
  })
})
