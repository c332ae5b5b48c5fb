import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { startServer } from '../support/container.ts'
import { aHistory } from '../support/history.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, pageOf, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

/** Random actions; `STEPS=2000 npm test -- tests/integration/derived.test.ts` for more. */
const steps = Number(process.env.STEPS ?? 200)

let log = ''
const server = await startServer(inject('image'), {}, (line) => {
  log += line
})
const superuser = await aSuperuser(server)
const [ana, admin] = await Promise.all([aUser({ at: server.url }), theFirstAdmin({ at: server.url })])
afterAll(async () => {
  await server?.stop()
})

const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
/** Returns the output of `verify` without durations. */
async function verified(ended = 0): Promise<string> {
  const { output, exitCode } = await server.container.exec(['/pocketbase', 'verify', '--dir=/pb_data'])
  expect(exitCode, output).toBe(ended)
  return output.trim().replace(/^[\d/]+ [\d:]+ /, '')
}
const same = 'Los datos derivados de las solicitudes coinciden con el recuento.'
const mended = (...tables: string[]) =>
  `Los datos derivados de las solicitudes diferían del recuento y se corrigieron: ${tables.join(', ')}.`

it('repairs a difference in the nightly job, and logs it', async () => {
  await aDraft(ana)
  await sql('DELETE FROM request_states')
  await superuser.crons.run('derived')
  await expect.poll(() => log).toContain(mended('request_states (1)'))
  expect(await verified()).toBe(same)
})

it('rebuilds lost search data at startup', async () => {
  const { id } = await aDraft(ana)
  await take(ana, 'submit', { ids: [id] })
  const found = async () => (await pageOf(ana, { search: 'güell' })).totalItems
  expect(await found()).toBe(2)
  const lost = [
    "INSERT INTO request_search (request_search) VALUES ('delete-all')",
    'DELETE FROM request_states',
    'DELETE FROM request_places',
    'DELETE FROM request_owners',
  ]
  for (const query of lost) await sql(query)
  expect(await found()).toBe(0)
  await server.crash()
  expect(await found()).toBe(2)
  expect((await pageOf(ana, { search: 'güell', status: 'submitted' })).totalItems).toBe(1)
})

it(`matches a recount after ${steps} random actions`, {
  timeout: 60_000 + steps * 100,
}, async () => {
  const history = await aHistory({ at: server.url, superuser, admin, seed: 20_261_122 })
  const done = await history(steps)
  expect(await verified()).toBe(same)
  // Each action has an event, and each event is in the chain.
  expect((await server.container.exec(['/pocketbase', 'audit', '--dir=/pb_data'])).output).toContain(
    'El historial está completo',
  )
  // Each kind was accepted at least once in 200 actions.
  expect(Object.entries(done).filter(([, count]) => count < steps / 200)).toEqual([])
  expect((await pageOf(admin)).totalItems).toBe((await superuser.collection('requests').getList(1, 1)).totalItems)
})

it('keeps the amounts of a request that an operator changes', async () => {
  const fields: Field[] = [{ key: 'valor', label: 'Valor', type: 'money', currency: 'COP' }]
  const { id: format, code } = await aPublishedFormat(admin, { fields, body: '{{valor}}', requiresReview: true })
  const { id } = await aDraft(ana, { valor: '10.50' }, code)
  await take(ana, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  const change = (values: string) => sql(`UPDATE requests SET ${values} WHERE id = '${id}'`)
  const amounts = async () =>
    (await sql(`SELECT decidedAt, whole, millionths FROM request_amounts WHERE format = '${format}'`)).rows
  const [first, second] = ['2026-01-02 10:00:00.000Z', '2026-01-03 10:00:00.000Z']
  await change(`decidedAt = '${first}'`)
  expect(await amounts()).toEqual([[first, '10', '500000']])
  await change(`"values" = '{"valor":"7"}'`)
  expect(await amounts()).toEqual([[first, '7', '0']])
  await change(`status = 'rejected'`)
  expect(await amounts()).toEqual([])
  await change(`status = 'approved', decidedAt = '${second}'`)
  expect(await amounts()).toEqual([[second, '7', '0']])
  await change(`status = 'returned'`)
  await change(`status = 'approved'`)
  expect(await amounts()).toEqual([[second, '7', '0']])
  await change(`decidedAt = ''`)
  expect(await amounts()).toEqual([])
})

it('restores derived data with a backup', async () => {
  await superuser.backups.create('copia.zip')
  const { id } = await aDraft(ana)
  const before = (await pageOf(admin)).totalItems
  await superuser.backups.restore('copia.zip')
  const total = () =>
    pageOf(admin).then(
      ({ totalItems }) => totalItems,
      () => 0,
    )
  await expect.poll(total).toBe(before - 1)
  expect(await verified()).toBe(same)
  expect((await refusalOf(superuser.collection('requests').getOne(id))).status).toBe(404)
})

describe('verify command', () => {
  const nth = (place: number) => `(SELECT rowid FROM requests ORDER BY rowid LIMIT 1 OFFSET ${place})`
  const placeOf = (place: number) =>
    `(SELECT n << 32 | requests.rowid FROM requests JOIN request_owners USING (owner) WHERE requests.rowid = ${nth(place)})`
  const indexWord = (place: string, word: string) =>
    `INSERT INTO request_search (rowid, words) VALUES (${place}, ${word})`
  const unindexStatus = (place: number) =>
    `INSERT INTO request_search (request_search, rowid, status) SELECT 'delete', place, status FROM request_words WHERE place = ${placeOf(place)}`

  it('reports and repairs wrong data in each table', async () => {
    const fields: Field[] = [{ key: 'codigo', label: 'Código', type: 'text', required: true, unique: true }]
    const { id: format, code } = await aPublishedFormat(admin, { fields, body: '{{codigo}}', requiresReview: true })
    for (const codigo of ['fijo', 'otro'])
      await take(ana, 'submit', { ids: [(await aDraft(ana, { codigo }, code)).id] })
    const valued: Field[] = [{ key: 'valor', label: 'Valor', type: 'money', currency: 'COP' }]
    const route = ['jefe', 'pagos'].map((key) => ({ key, name: key, people: [admin.id] }))
    const routed = { fields: valued, body: '{{valor}}', route }
    const stepped = await aPublishedFormat(admin, routed)
    const paid = (await aDraft(ana, { valor: '10.50' }, stepped.code)).id
    await take(ana, 'submit', { ids: [paid] })
    for (const _ of route) await take(admin, 'approve', { ids: [paid] })
    const reported = `format = '${stepped.id}'`
    const back = (await aDraft(ana, { valor: '7' }, stepped.code)).id
    const returned = async () => {
      await take(ana, 'submit', { ids: [back] })
      await take(admin, 'return', { ids: [back], reason: 'Falta.' })
    }
    await returned()
    await returned()
    const filters: [Record<string, string>, string[]][] = [
      [{ step: 'jefe' }, [paid, back]],
      [{ step: 'pagos' }, [paid]],
      [{ step: 'pagos', search: ana.name }, [paid]],
      [{ amount: 'valor' }, [paid]],
      [{ amount: 'otro' }, []],
      [{ decision: 'return' }, [back]],
      [{ decision: 'approve', search: ana.name }, [paid]],
      [{ dates: 'submitted', from: '2020-01-01', to: '2049-01-01' }, [paid, back]],
      [{ dates: 'decided', to: '2020-01-01' }, []],
    ]
    const listed = async (person: Person, filter: Record<string, string>) =>
      (await pageOf(person, { format: stepped.id, sort: 'created', ...filter })).items.map(({ id }) => id)
    for (const [filter, found] of filters)
      expect([filter, await listed(ana, filter), await listed(admin, filter)]).toEqual([filter, found, found])
    const decided = (which: string) =>
      `decidedAt = (SELECT ${which}(decidedAt) FROM reported_decisions WHERE action = 'return' AND ${reported})`
    const queries = [
      `UPDATE reported_decisions SET reviewer = 'nobody' WHERE ${decided('max')}`,
      `UPDATE reported_decisions SET seconds = seconds + 7 WHERE ${decided('min')}`,
      `DELETE FROM reported_decisions WHERE action = 'approve' AND ${reported}`,
      `INSERT INTO reported_decisions VALUES ('2020-01-01 00:00:00.000Z', (SELECT serial FROM requests WHERE id = '${paid}'), 'approve', 'nobody', 'f', 7, '', '', '', '')`,
      `UPDATE previous_submissions SET submittedAt = '2020-01-01 00:00:00.000Z' WHERE ${reported}`,
      `UPDATE request_amounts SET whole = 11 WHERE ${reported}`,
      `UPDATE reported_steps SET seconds = seconds + 7 WHERE ${reported}`,
      `UPDATE request_states SET status = 'xxx' WHERE position = ${nth(0)}`,
      `DELETE FROM request_states WHERE position = ${nth(1)}`,
      `DELETE FROM request_places WHERE place = ${placeOf(0)}`,
      `UPDATE request_places SET kind = 'xxx' WHERE place = ${placeOf(1)}`,
      unindexStatus(0),
      indexWord(placeOf(1), "'sobra'"),
      unindexStatus(2),
      indexWord(placeOf(2), "char(57344) || 'otro'"),
      indexWord('7', "'de nadie'"),
      "INSERT INTO request_counts VALUES ('nobody', 'f', '', 'draft', '', 3)",
      "INSERT INTO request_totals VALUES ('g', 'draft', '', 3)",
      'UPDATE request_hours SET decided = decided + 1 WHERE hour = (SELECT max(hour) FROM request_hours WHERE submitted > 0)',
      "UPDATE unique_holders SET request = 'nobody' WHERE value = 'fijo'",
      "DELETE FROM unique_holders WHERE value = 'otro'",
      "INSERT INTO request_waiting VALUES ('version', 1, '', 'nobody', '', 3)",
      `UPDATE requests SET step = 1 WHERE rowid = ${nth(0)}`,
    ]
    for (const query of queries) await sql(query)
    const differences = [
      'requests.step (1)',
      'request_states (3)',
      'request_places (3)',
      'request_search (6)',
      'request_counts (1)',
      'request_totals (1)',
      'request_waiting (1)',
      'request_hours (2)',
      'unique_holders (2)',
      'request_amounts (2)',
      'reported_steps (8)',
      'reported_decisions (6)',
      'previous_submissions (2)',
    ]
    expect(await verified()).toBe(mended(...differences))
    await sql(`INSERT INTO unique_waiters SELECT format, key, value, 'nobody' FROM unique_holders WHERE value = 'otro'`)
    await sql(`DELETE FROM unique_keys WHERE format = '${format}'`)
    await sql(`DELETE FROM amount_keys WHERE ${reported}`)
    await sql(`DELETE FROM reported_steps WHERE ${reported}`)
    await sql(`DELETE FROM reported_decisions WHERE ${reported}`)
    await sql(`DELETE FROM previous_submissions WHERE ${reported}`)
    const lost = ['unique_keys (1)', 'unique_waiters (1)', 'amount_keys (1)', 'reported_steps (4)']
    lost.push('reported_decisions (3)', 'previous_submissions (1)')
    expect(await verified()).toBe(mended(...lost))
    expect(await verified()).toBe(same)
  })

  it('reports in one message what it cannot repair', async () => {
    await sql("INSERT INTO request_totals VALUES ('g', 'draft', '', 3)")
    await sql('CREATE TRIGGER stays BEFORE DELETE ON request_totals BEGIN SELECT RAISE(IGNORE); END')
    expect(await verified(1)).toBe(
      'Los datos derivados de las solicitudes difieren del recuento y no se pudieron corregir: request_totals.',
    )
    await sql('DROP TRIGGER stays')
    expect(await verified()).toBe(mended('request_totals (1)'))
  })
})

it('numbers requests by an explicit column, which copies of the database keep', async () => {
  const primary = "SELECT group_concat(name) AS key FROM pragma_table_info('requests') WHERE pk"
  expect(await sql(primary)).toMatchObject({ rows: [['serial']] })
  await sql('UPDATE requests SET serial = serial WHERE serial = 1')
  expect(await verified()).toBe(same)
})
