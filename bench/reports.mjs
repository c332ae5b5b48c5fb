import { confirmBatch, createValidatedBatch, postJson } from './batch.mjs'
import { formatNumber, formatRatio, getMedian, measureMedians, measureMs, reportTable } from './measure.mjs'
import { seedFile, signInSuperuser, startServer } from './server.mjs'

const rounds = 9
const goal = '≤ 200 ms'
const route = [
  { key: 'jefe', name: 'Jefe del área' },
  { key: 'compras', name: 'Compras' },
]

/**
 * SQL that makes the seed data heavier: thirty approvers, waits from a minute to eleven days, two stages per decided request, and one request in
 * ten submitted before.
 * @type {string[]}
 */
const heavierDataSql = [
  `UPDATE reported_decisions SET reviewer = printf('p%014d', position % 30),
     seconds = 60 + ((position * 2654435761) % 1000003) * ((position * 40503) % 997) / 1000`,
  `UPDATE format_versions SET route = '${JSON.stringify(route)}'`,
  ...route.map(
    ({ key }, place) => `INSERT INTO reported_steps
       SELECT decidedAt, position, '${key}', printf('p%014d', (position + ${place} * 7) % 30), format, seconds / 2 FROM reported_decisions`,
  ),
  `INSERT INTO previous_submissions SELECT created, serial, format FROM requests WHERE submittedAt != '' AND serial % 10 = 0`,
]

/** Indexes that only reports of long periods use. */
const reportIndexes = ['decisions_waits', 'decisions_seconds', 'steps_waits', 'steps_seconds'].map(
  (name) => `idx_reported_${name}`,
)
const rows = 2_000

/** @typedef {import('pocketbase').default} PocketBase */

/** Measures the calls of the report page with 100,000 requests, and the cost of its indexes for writes. */
export async function measureReports() {
  const server = await startServer(seedFile)
  const superuser = await signInSuperuser(server)
  for (const query of heavierDataSql) await runSql(superuser, query)
  const { id: format } = await server.admin.collection('formats').getFirstListItem("code = 'CL'")
  const today = new Date().toISOString().slice(0, 10)
  /** @param {number} days */
  const since = (days) => ({ from: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10), to: today })
  const lines = []
  for (const [name, query] of /** @type {[string, Record<string, string>][]} */ ([
    ['una semana, todos los formatos', since(6)],
    ['un mes, todos los formatos', since(30)],
    ['diez años, todos los formatos', since(3_650)],
    ['diez años, un formato, con sus sumas', { ...since(3_650), format }],
  ])) {
    const [whole, steps] = [
      await measureCalls(server.admin, ['reports'], query),
      await measureCalls(server.admin, ['reports', 'reports/steps'], query),
    ]
    lines.push([
      `${name} (${formatNumber(whole.decided)} decididas)`,
      `${formatNumber(whole.took)} ms`,
      `${formatNumber(steps.took)} ms`,
      '',
      goal,
    ])
  }
  reportTable(
    [
      'el informe de 100.000 solicitudes, 30 personas y dos pasos por decisión',
      'el informe',
      'con sus pasos al lado',
      '',
      'meta',
    ],
    lines,
  )
  await measureWrites(server, superuser)
  await server.stop()
}

/** Measures in ms how long parallel calls take until all are answered. @param {PocketBase} admin @param {string[]} paths @param {Record<string, string>} query */
async function measureCalls(admin, paths, query) {
  const times = []
  let decided = 0
  for (let round = 0; round < rounds; round++)
    times.push(
      await measureMs(async () => {
        const [answer] = await Promise.all(
          paths.map((path) => admin.send(`/api/app/${path}`, { method: 'GET', query })),
        )
        decided = answer.decided
      }),
    )
  return { took: getMedian(times), decided }
}

/** Measures writes with and without the report's indexes. @param {import('./server.mjs').Server} server @param {PocketBase} superuser */
async function measureWrites(server, superuser) {
  const names = reportIndexes.map((name) => `'${name}'`).join()
  const made = (await runSql(superuser, `SELECT sql FROM sqlite_master WHERE name IN (${names})`)).rows
  const [withThem, without] = [made.flat(), reportIndexes.map((name) => `DROP INDEX ${name}`)]
  const written = async () => {
    const batch = await createValidatedBatch(server, rows)
    const created = await measureMs(() => confirmBatch(server, batch))
    const decision = {
      filter: { batch: batch.id, status: 'submitted' },
      expected: rows,
      reason: 'Prueba de velocidad.',
    }
    return { created, decided: await measureMs(() => postJson(server.admin, 'requests/reject', decision)) }
  }
  const took = await measureMedians(5, async () => {
    const now = await written()
    for (const query of without) await runSql(superuser, query)
    const then = await written()
    for (const query of withThem) await runSql(superuser, query)
    return { created: now.created, decided: now.decided, createdWithout: then.created, decidedWithout: then.decided }
  })
  reportTable(
    ['lo que cuestan sus índices a quien escribe (mediana de 5)', 'con ellos', 'sin ellos', 'razón', ''],
    [
      [`crear ${formatNumber(rows)} de un lote`, took.created, took.createdWithout],
      [`rechazarlas a la vez, en un paso`, took.decided, took.decidedWithout],
    ].map(([name, now = 0, then = 0]) => [
      String(name),
      `${formatNumber(+now)} ms`,
      `${formatNumber(+then)} ms`,
      formatRatio(+now / +then, 2),
    ]),
  )
}

/** @param {PocketBase} superuser @param {string} query */
const runSql = (superuser, query) => superuser.send('/api/sql', { method: 'POST', body: { query } })
