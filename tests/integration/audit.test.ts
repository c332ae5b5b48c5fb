import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { EventPage } from '../../src/domain/history/event.ts'
import { type Server, startServer } from '../support/container.ts'
import { anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat, aRequest, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let log = ''
let superuser: PocketBase
let query: ReturnType<typeof queryOf>
let ana: Person
let admin: Person

beforeAll(async () => {
  server = await startServer(inject('image'), {}, (line) => {
    log += line
  })
  superuser = await aSuperuser(server)
  query = queryOf(superuser)
  const at = server.url
  ;[ana, admin] = await Promise.all([aUser({ at }), theFirstAdmin({ at })])
  await aRequest(ana, admin, 'approved')
  const many = await Promise.all(Array.from({ length: 3 }, () => aRequest(ana, admin, 'submitted')))
  await take(admin, 'reject', { ids: many.map(({ id }) => id), reason: 'No procede.' })
})
afterAll(() => server?.stop())

async function audited(...anchor: string[]): Promise<{ isWhole: boolean; said: string }> {
  const { output, exitCode } = await server.container.exec(['/pocketbase', 'audit', ...anchor, '--dir=/pb_data'])
  return { isWhole: exitCode === 0, said: output.trim() }
}

const eventsOf = ({ pb }: Pick<Person, 'pb'>, query: Record<string, string | number> = {}) =>
  pb.send<EventPage>('/api/app/events', { method: 'GET', query })
const forgotten = async () => {
  await superuser.crons.run('origins')
  const left = async () => (await query("SELECT count(*) FROM event_links WHERE address != ''"))[0]?.[0]
  await expect.poll(left).toBe('0')
}

describe('history', () => {
  it('filters by user, action, day and text, in pages', async () => {
    const rejected = await eventsOf(admin, { subject: 'requests', action: 'reject', actor: admin.id })
    expect(rejected.items.map(({ reason, from, to }) => [reason, from, to])).toEqual(
      Array(3).fill(['No procede.', 'submitted', 'rejected']),
    )
    expect(rejected.next).toBe(0)
    const number = rejected.items[0]?.about ?? ''
    expect(number).toMatch(/^SOL-/)
    const ofOne = await eventsOf(admin, { search: number.toLowerCase() })
    expect(ofOne.items.map(({ action }) => action)).toEqual(['reject', 'submit', 'create'])
    expect((await eventsOf(admin, { search: 'no PROCEDE' })).items).toHaveLength(3)
    const first = await eventsOf(admin, { perPage: 2 })
    const second = await eventsOf(admin, { perPage: 2, before: first.next })
    const [, , ...following] = (await eventsOf(admin, { perPage: 4 })).items
    expect(second.items).toEqual(following)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now())
    expect((await eventsOf(admin, { from: today, to: today })).items.length).toBeGreaterThan(10)
    expect((await eventsOf(admin, { to: '2020-01-01' })).items).toEqual([])
    expect((await eventsOf(admin, { from: '2049-01-01' })).items).toEqual([])
    const odds: Record<string, string | number>[] = [
      { actor: "' OR 1" },
      { subject: 'outgoing_mails' },
      { owner: ana.id },
      { before: '-1' },
      { perPage: 201 },
    ]
    for (const odd of odds) expect((await refusalOf(eventsOf(admin, odd))).status).toBe(400)
  })

  it('shows the previous and the new value of a setting', async () => {
    const { id } = await admin.pb.collection('settings').getFirstListItem('')
    await admin.pb.collection('settings').update(id, { city: 'Tunja' })
    await admin.pb.collection('settings').update(id, { city: 'Paipa' })
    const [line] = (await eventsOf(admin, { subject: 'settings', subjectId: id })).items
    expect(line).toMatchObject({
      action: 'update',
      actorName: admin.name,
      details: { fields: ['city'], changes: { city: { from: 'Tunja', to: 'Paipa' } } },
    })
  })

  it('shows only the fields that a new signatory has', async () => {
    const { id } = await admin.pb.collection('signatories').create({ name: 'Clara Rojas', active: true })
    const [line] = (await eventsOf(admin, { subject: 'signatories', subjectId: id })).items
    expect(line?.details).toEqual({
      fields: ['name', 'active'],
      changes: { name: { from: '', to: 'Clara Rojas' }, active: { from: '', to: 'true' } },
    })
    await admin.pb.collection('signatories').update(id, { active: false })
  })

  it('shows which parts of a format changed', async () => {
    const { id } = await aFormat(admin)
    await admin.pb.collection('formats').update(id, { name: 'Con otro nombre' })
    const lines = (await eventsOf(admin, { subject: 'formats', subjectId: id })).items
    expect(lines.map(({ action, details }) => [action, details?.fields])).toEqual([
      ['update', ['name']],
      ['create', undefined],
    ])
  })

  it('shows address and device of a decision to administrators only', async () => {
    const by = { ...admin, pb: anonymous({ at: server.url, address: '203.0.113.7' }) }
    by.pb.authStore.save(admin.pb.authStore.token, admin.pb.authStore.record)
    by.pb.beforeSend = (url, options) => ({
      url,
      options: {
        ...options,
        headers: {
          ...options.headers,
          'X-Forwarded-For': '203.0.113.7',
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
        },
      },
    })
    const { id } = await aRequest(ana, admin, 'submitted')
    await take(by, 'approve', { ids: [id] })
    const seen = (await eventsOf(admin, { subject: 'requests', subjectId: id })).items.filter(({ actor }) => actor)
    expect(seen.map(({ action, address, device }) => [action, address, device])).toEqual([
      ['approve', '203.0.113.7', 'Firefox en Linux'],
      ['submit', '', ''],
      ['create', '', ''],
    ])
    const own = (await eventsOf(ana, { subjectId: id })).items
    expect(own.map(({ action }) => action)).toContain('approve')
    expect(JSON.stringify(own)).not.toContain('203.0.113.7')
    expect((await eventsOf(ana)).items.every(({ subject }) => subject === 'requests' || subject === 'users')).toBe(true)
    expect((await eventsOf(await aUser({ at: server.url }), { subjectId: id })).items).toEqual([])
  })

  it('exports a CSV with escaped formulas', async () => {
    const { id } = await aRequest(ana, admin, 'submitted')
    await take(admin, 'return', { ids: [id], reason: '=HYPERLINK("http://mal.test")' })
    const token = await admin.pb.files.getToken()
    const address = (say: string) => `${server.url}/api/app/events/export?${say}`
    const answer = await fetch(address(`action=return&token=${token}`))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head = '', line = '', end] = (await answer.text()).split('\r\n')
    expect(head.slice(0, 22)).toBe('Cuándo;Quién;Sobre qué')
    expect(line).toContain(`;${admin.name};Solicitudes;SOL-`)
    expect(line).toContain(`"'=HYPERLINK(""http://mal.test"")"`)
    expect(end).toBe('')
    expect((await fetch(address(`token=${await ana.pb.files.getToken()}`))).status).toBe(403)
    expect((await fetch(address(''))).status).toBe(401)
  })

  it('deletes addresses after half a year, and stays complete', async () => {
    const linkCount = await query("SELECT count(*) FROM event_links WHERE address = '203.0.113.7'")
    expect(linkCount).toEqual([['1']])
    await query('UPDATE event_links SET at = at - 179 * 86400')
    await superuser.crons.run('origins')
    await query('UPDATE event_links SET at = at - 86400 - 60')
    await forgotten()
    expect((await audited()).said).toContain('El historial está completo')
    expect((await eventsOf(admin, { action: 'approve' })).items.every(({ address }) => address === '')).toBe(true)
  })
})

describe('history chain', () => {
  it('is complete, with one link for decisions taken together', async () => {
    const { isWhole, said } = await audited()
    expect(said).toContain('El historial está completo')
    expect(isWhole).toBe(true)
    const [[events = '', covered = ''] = []] = await query(
      'SELECT (SELECT count(*) FROM events), (SELECT sum(count) FROM event_links)',
    )
    expect(Number(events)).toBeGreaterThan(15)
    expect(covered).toBe(events)
    // Three decisions of one call share one link.
    const together = await query(
      "SELECT count FROM event_links WHERE last = (SELECT max(rowid) FROM events WHERE action = 'reject')",
    )
    expect(together).toEqual([['3']])
  })

  it('is anchored in the log, which reveals a truncated end', async () => {
    const anchors = () => [...log.matchAll(/Historial: el último eslabón es (\d+) ([0-9a-f]{64})/g)]
    const [[last]] = (await query('SELECT max(last) FROM event_links')) as [[string]]
    await superuser.crons.run('anchor')
    await expect.poll(() => anchors().at(-1)?.[1]).toBe(last)
    const [, link = '', hash = ''] = anchors().at(-1) ?? []
    expect(await audited(link, hash)).toMatchObject({ isWhole: true })
    expect((await audited(link, 'x')).said).toContain('audit NÚMERO SUMA')
    const cut = ['events WHERE rowid > (SELECT last - count FROM event_links WHERE last =', 'event_links WHERE (last =']
    for (const part of ['kept_links', 'kept_events']) await query(`DROP TABLE IF EXISTS ${part}`)
    await query(`CREATE TABLE kept_events AS SELECT rowid AS at, * FROM ${cut[0]} ${link})`)
    await query(`CREATE TABLE kept_links AS SELECT * FROM ${cut[1]} ${link})`)
    await query(`DELETE FROM ${cut[0]} ${link})`)
    await query(`DELETE FROM ${cut[1]} ${link})`)
    expect((await audited()).isWhole).toBe(true)
    const { isWhole, said } = await audited(link, hash)
    expect([isWhole, said.includes('el final del historial se cortó')]).toEqual([false, true])
    await query('INSERT INTO event_links SELECT * FROM kept_links')
    const columns =
      'id, subject, subjectId, owner, actor, actorName, action, "from", "to", reason, details, salt, textHash, created, updated'
    await query(`INSERT INTO events (rowid, ${columns}) SELECT at, ${columns} FROM kept_events`)
    for (const part of ['kept_links', 'kept_events']) await query(`DROP TABLE ${part}`)
    expect((await audited(link, hash)).isWhole).toBe(true)
  })

  const rejected = "(SELECT min(rowid) FROM events WHERE action = 'reject' AND rowid > 0)"
  it.each([
    [
      'a changed address',
      ["UPDATE event_links SET address = '203.0.113.9', salt = 'x' WHERE last = (SELECT max(last) FROM event_links)"],
      'La dirección',
    ],
    ['a changed event', [`UPDATE events SET reason = 'Otra.' WHERE rowid = ${rejected}`], 'no coincide'],
    ['a changed actor', [`UPDATE events SET actorName = 'Nadie' WHERE rowid = ${rejected}`], 'no coincide'],
    ['a deleted event', [`DELETE FROM events WHERE rowid = ${rejected}`], 'no coincide: 2 de 3'],
    [
      'an inserted event',
      [
        `INSERT INTO events (id, subject, subjectId, action, created)
         SELECT 'puestadespues01', subject, subjectId, 'approve', created FROM events WHERE rowid = ${rejected}`,
      ],
      'puestadespues01',
    ],
    [
      'two swapped events',
      [
        `UPDATE events SET rowid = -1 WHERE rowid = ${rejected}`,
        `UPDATE events SET rowid = rowid - 1 WHERE rowid = ${rejected}`,
        "UPDATE events SET rowid = (SELECT min(rowid) + 1 FROM events WHERE action = 'reject' AND rowid > 0) WHERE rowid = -1",
      ],
      'no coincide: 3 de 3',
    ],
    [
      'a deleted last link',
      ['DELETE FROM event_links WHERE last = (SELECT max(last) FROM event_links)'],
      'alguien la agregó',
    ],
  ])('detects %s', async (_what, changes, says) => {
    await query('CREATE TABLE kept_events AS SELECT rowid AS place, * FROM events')
    await query('CREATE TABLE kept_links AS SELECT * FROM event_links')
    for (const change of changes) await query(change)
    const { isWhole, said } = await audited()
    const columns =
      'id, subject, subjectId, actor, actorName, owner, action, "from", "to", reason, details, salt, textHash, created, updated'
    await query('DELETE FROM events')
    await query(`INSERT INTO events (rowid, ${columns}) SELECT place, ${columns} FROM kept_events ORDER BY place`)
    await query('DELETE FROM event_links')
    await query('INSERT INTO event_links SELECT * FROM kept_links')
    await query('DROP TABLE kept_events')
    await query('DROP TABLE kept_links')
    expect(said).toContain(says)
    expect(said).toMatch(/^[\d/]+ [\d:]+ (La línea|La dirección|El eslabón) [^\n]+\.$/)
    expect(isWhole).toBe(false)
  })

  it('is complete again after the original rows are restored', async () => {
    expect((await audited()).said).toContain('El historial está completo')
  })
})
