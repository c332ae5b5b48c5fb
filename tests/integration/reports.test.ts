import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Report, StageReport } from '../../src/domain/reports/report.ts'
import { getLocalDay } from '../../src/domain/time/local-time.ts'
import { startServer } from '../support/container.ts'
import { anAdmin, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, pageOf, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

/** Today in Colombia, the default country. */
const today = getLocalDay('CO', Date.now())
const period = { from: today, to: today }
const amounts = ['0.10', '0.20', '1000000000000.30']
const names = ['Zulma', 'Yago', 'Xenia']

const reportOf = (query: Record<string, string>, person = boss) => person.pb.send<Report>('/api/app/reports', { query })
const stepsOf = async (query: Record<string, string>, person = boss) =>
  (await person.pb.send<StageReport>('/api/app/reports/steps', { query })).steps
const passedOnOf = async (query: Record<string, string>) =>
  (await boss.pb.send<StageReport>('/api/app/reports/steps', { query })).passedOn
const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })

// Three requests: approved; returned, sent again and approved; rejected by another approver, reopened and approved.
const server = await startServer(inject('image'))
const at = server.url
const superuser = await aSuperuser(server)
const [boss, other, ana] = await Promise.all([
  theFirstAdmin({ at }),
  anAdmin({ at, name: 'Otra Persona' }),
  aUser({ at }),
])
const made = await aPublishedFormat(boss, {
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text' },
    { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', required: true },
    { key: 'horas', label: 'Horas', type: 'decimal', decimals: 3 },
    { key: 'doble', label: 'Doble', type: 'computed', formula: 'horas * 2' },
    { key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'] },
  ],
  body: '# Prueba\n\n{{nombre}} {{valor}}',
})
const format = made.id
const code = made.code
const sent: string[] = []
for (const [place, valor] of amounts.entries()) {
  const values = { nombre: names[place] ?? '', valor, horas: '-1.125', cedula: '10203040' }
  sent.push((await aDraft(ana, values, code)).id)
}
const [first = '', second = '', third = ''] = sent
await take(ana, 'submit', { ids: sent })
await take(boss, 'approve', { ids: [first] })
await take(boss, 'return', { ids: [second], reason: 'Falta algo.' })
await take(ana, 'submit', { ids: [second] })
await take(boss, 'approve', { ids: [second] })
await take(other, 'reject', { ids: [third], reason: 'No procede.' })
await take(boss, 'reopen', { ids: [third], reason: 'Sí procede.' })
await take(boss, 'approve', { ids: [third] })
afterAll(() => server?.stop())

describe('report', () => {
  it('counts each request once in each figure, despite later decisions', async () => {
    const report = await reportOf({ ...period, format })
    expect(report).toMatchObject({ received: 3, decided: 3, approved: 3, returned: 1, rejected: 1 })
    expect(report.people).toMatchObject([
      { id: boss.id, name: boss.name, decided: 3, approved: 3, returned: 1, rejected: 0 },
      { id: other.id, name: 'Otra Persona', decided: 1, approved: 0, returned: 0, rejected: 1 },
    ])
    // The approver's list has the same numbers, although no request had a stage.
    for (const [person, count] of [
      [boss, 3],
      [other, 1],
    ] as const)
      expect(await pageOf(person, { mine: 'decided', format })).toMatchObject({ totalItems: count, passedOn: 0 })
    expect(report.periods).toEqual([{ ...period, received: 3, decided: 3 }])
    expect(await reportOf(period)).toMatchObject({ received: 3, decided: 3, sums: [], hasSteps: false })
    expect(await reportOf({ from: '2020-01-01', to: '2020-12-31', format })).toMatchObject({
      ...{ received: 0, decided: 0, median: null, p90: null, people: [], sums: [] },
    })
  })

  it.each([
    [{ dates: 'submitted' }, 3],
    [{ dates: 'decided' }, 3],
    [{ dates: 'decided', decision: 'approve' }, 3],
    [{ dates: 'decided', decision: 'return' }, 1],
    [{ dates: 'decided', decision: 'reject' }, 1],
    [{ dates: 'decided', reviewer: 'boss', decision: 'reject' }, 0],
    [{ dates: 'decided', reviewer: 'other' }, 1],
    [{ dates: 'decided', reviewer: 'boss', search: 'yago' }, 1],
    [{ dates: 'decided', decision: 'return', search: 'xenia' }, 0],
    [{ dates: 'decided', amount: 'valor' }, 3],
    [{ dates: 'decided', amount: 'valor', decision: 'return' }, 1],
    [{ dates: 'decided', amount: 'nombre' }, 0],
  ])('matches the list behind each figure: %j', async (asked: Record<string, string>, expected) => {
    const reviewer = asked.reviewer && { reviewer: { boss: boss.id, other: other.id }[asked.reviewer] }
    const { totalItems, items } = await pageOf(boss, { ...asked, ...period, format, ...reviewer })
    expect([totalItems, items.length]).toEqual([expected, expected])
    const before = { ...asked, from: '2020-01-01', to: '2020-12-31', format, ...reviewer }
    expect((await pageOf(boss, before)).totalItems).toBe(0)
  })

  it('is closed to users, and so is the filter by reviewer', async () => {
    expect((await pageOf(ana, { dates: 'decided', decision: 'return', ...period })).totalItems).toBe(1)
    expect((await pageOf(ana, { reviewer: boss.id })).totalItems).toBe(0)
    expect((await refusalOf(reportOf(period, ana))).status).toBe(403)
    expect((await refusalOf(stepsOf(period, ana))).status).toBe(403)
  })

  it('returns the median and the 90th percentile of the waiting times', async () => {
    const order = `(SELECT count(*) FROM reported_decisions AS earlier WHERE earlier.decidedAt < reported_decisions.decidedAt)`
    await sql(
      `UPDATE reported_decisions SET seconds = CASE WHEN action = 'reject' THEN 60 ELSE json_extract('[600, 1200, 3600, 0, 7200]', '$[' || ${order} || ']') END`,
    )
    const readDurations = async () => {
      const { median, p90, people } = await reportOf({ ...period, format })
      return [median, p90, ...people.map((person) => [person.median, person.p90])]
    }
    // The second approver took 60 s; the first one took 600, 1200, 3600 and 7200 s.
    expect(await readDurations()).toEqual([1200, 7200, [2400, 7200], [60, 60]])
    // With many earlier decisions, the query uses the index of days.
    const long = `SELECT 1 AS n UNION ALL SELECT n + 1 FROM long WHERE n < 100`
    await sql(
      `INSERT INTO reported_decisions WITH RECURSIVE long AS (${long})
       SELECT printf('2019-01-01 00:00:00.%03dZ', n), n, 'approve', '${boss.id}', '${format}', 9, '', '', '', '' FROM long`,
    )
    expect(await readDurations()).toEqual([1200, 7200, [2400, 7200], [60, 60]])
    await sql(`DELETE FROM reported_decisions WHERE decidedAt < '2020'`)
  })

  it('returns the waiting time of each step, in total and per approver', async () => {
    const [luz, rosa] = await Promise.all(['Luz', 'Rosa'].map((name) => aUser({ at: server.url, name })))
    const route = [
      { key: 'jefe', name: 'Jefe del área', people: [luz?.id ?? ''] },
      { key: 'pago', name: 'Tesorería', people: [luz?.id ?? '', rosa?.id ?? ''] },
    ]
    const made = await aPublishedFormat(boss, { name: 'Orden con pasos', route })
    const passed = await aDraft(ana, { nombre: 'Ana' }, made.code)
    const back = await aDraft(ana, { nombre: 'Bea' }, made.code)
    const decide = (person: Person | undefined, action: 'approve' | 'return', id: string) =>
      take(person ?? boss, action, { ids: [id], reason: 'Falta.' })
    await take(ana, 'submit', { ids: [passed.id, back.id] })
    // Sets times with known intervals, so that expectations do not depend on the clock.
    const shift = (table: string, which: string, minutes: number) =>
      sql(`UPDATE ${table} SET created = strftime('%Y-%m-%d %H:%M:%fZ', created, '-${minutes} minutes') WHERE ${which}`)
    const ofBoth = `subjectId IN ('${passed.id}', '${back.id}') AND action = 'submit'`
    await shift('events', ofBoth, 600)
    await decide(luz, 'approve', passed.id)
    await decide(luz, 'return', back.id)
    await shift('request_decisions', `request = '${passed.id}'`, 300)
    await decide(rosa, 'approve', passed.id)
    await take(ana, 'submit', { ids: [back.id] })
    await decide(luz, 'approve', back.id)
    expect(await stepsOf({ ...period, format: made.id })).toEqual([
      {
        ...{ format: made.id, formatName: 'Orden con pasos', step: 'jefe', name: 'Jefe del área' },
        ...{ count: 3, median: 36_000, p90: 36_000 },
        people: [{ id: luz?.id, name: 'Luz', count: 3, median: 36_000, p90: 36_000 }],
      },
      {
        ...{ format: made.id, formatName: 'Orden con pasos', step: 'pago', name: 'Tesorería' },
        ...{ count: 1, median: 18_000, p90: 18_000 },
        people: [{ id: rosa?.id, name: 'Rosa', count: 1, median: 18_000, p90: 18_000 }],
      },
    ])
    // Luz approved a stage of one request and decided the other; her list distinguishes them.
    const person = (who: Person | undefined, count: number) => ({ id: who?.id, name: who?.name, count })
    const { people } = await reportOf({ ...period, format: made.id })
    expect(people.map(({ id, decided }) => [id, decided])).toEqual(
      expect.arrayContaining([
        [luz?.id, 1],
        [rosa?.id, 1],
      ]),
    )
    expect(await passedOnOf({ ...period, format: made.id })).toEqual([person(luz, 1)])
    expect(await passedOnOf({ from: '2020-01-01', to: '2020-12-31', format: made.id })).toEqual([])
    const decidedBy = (who: Person | undefined, asked: Record<string, string> = {}) =>
      pageOf(who ?? boss, { mine: 'decided', ...asked })
    expect(await decidedBy(luz)).toMatchObject({ totalItems: 2, passedOn: 1 })
    expect(await decidedBy(luz, { status: 'approved' })).toMatchObject({ totalItems: 1, passedOn: 1 })
    expect(await decidedBy(rosa)).toMatchObject({ totalItems: 1, passedOn: 0 })
    expect(await pageOf(luz ?? boss)).not.toHaveProperty('passedOn')
    const listOf = async (asked: Record<string, string>, whoever = boss) =>
      (await pageOf(whoever, { dates: 'decided', ...period, ...asked })).items.map(({ id }) => id).toSorted()
    const both = [passed.id, back.id].toSorted()
    expect(await listOf({ format: made.id, step: 'jefe' })).toEqual(both)
    expect(await listOf({ format: made.id, step: 'jefe', reviewer: luz?.id ?? '' })).toEqual(both)
    expect(await listOf({ format: made.id, step: 'jefe', decision: 'return' })).toEqual([back.id])
    expect(await listOf({ format: made.id, step: 'pago', search: 'ana' })).toEqual([passed.id])
    expect(await listOf({ step: 'pago', reviewer: rosa?.id ?? '' })).toEqual([passed.id])
    expect(await listOf({ step: 'pago', reviewer: luz?.id ?? '' })).toEqual([])
    expect(await listOf({ step: 'jefe', from: '2020-01-01', to: '2020-12-31' })).toEqual([])
    expect(await listOf({ format, step: 'jefe' })).toEqual([])
    expect(await listOf({ step: 'pago', reviewer: rosa?.id ?? '' }, ana)).toEqual([])
    expect((await refusalOf(pageOf(boss, { step: "x' OR 1=1" }))).status).toBe(400)
    expect(await stepsOf({ ...period, format })).toEqual([])
    const hasSteps = async (asked: Record<string, string>) => (await reportOf({ ...period, ...asked })).hasSteps
    expect(await Promise.all([hasSteps({}), hasSteps({ format: made.id })])).toEqual([true, true])
    expect(await hasSteps({ format })).toBe(false)
    expect(await hasSteps({ from: '2020-01-01', to: '2020-12-31', format: made.id })).toBe(false)
    expect((await stepsOf(period)).map(({ name }) => name)).toEqual(['Jefe del área', 'Tesorería'])
  })

  it('sums amounts exactly', async () => {
    expect((await reportOf({ ...period, format })).sums).toEqual([
      { key: 'valor', label: 'Valor', currency: 'COP', count: 3, sum: '1000000000000.60' },
      { key: 'horas', label: 'Horas', currency: '', count: 3, sum: '-3.375' },
      { key: 'doble', label: 'Doble', currency: '', count: 3, sum: '-6.75' },
    ])
  })

  it('does not count an undone decision', async () => {
    const { id } = await aDraft(ana, { nombre: 'Wanda', valor: '5.00' }, code)
    await take(ana, 'submit', { ids: [id] })
    const { undo } = (await take(boss, 'approve', { ids: [id], undoable: true })) as { undo?: { id: string } }
    expect(await reportOf({ ...period, format })).toMatchObject({ received: 4, decided: 4, approved: 4 })
    await boss.pb.send(`/api/app/decisions/${undo?.id}/undo`, { method: 'POST' })
    const after = await reportOf({ ...period, format })
    expect(after).toMatchObject({ received: 4, decided: 3, approved: 3 })
    expect(after.sums[0]).toMatchObject({ count: 3, sum: '1000000000000.60' })
  })

  it.each([
    {},
    { from: today },
    { from: '2026-02-30', to: today },
    { from: '2026-05-02', to: '2026-05-01' },
    { ...period, format: "'" },
  ])('rejects %j', async (query) => {
    for (const call of [reportOf, stepsOf])
      expect((await refusalOf(call(query as Record<string, string>))).status).toBe(400)
  })
})
