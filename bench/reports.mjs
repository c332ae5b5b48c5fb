import { confirm, post, sentBatch } from './batch.mjs'
import { median, medians, section, shown, timed, times } from './measure.mjs'
import { aServer, aSuperuser, seed } from './server.mjs'

const rounds = 9
const goal = '≤ 200 ms'
const route = [
  { key: 'jefe', name: 'Jefe del área' },
  { key: 'compras', name: 'Compras' },
]

/**
 * What is made heavier than the seed: thirty people decide, after waits from a minute to eleven days, what was decided passed two steps, and a request in
 * ten had been sent before.
 * @type {string[]}
 */
const heavier = [
  `UPDATE reported_decisions SET reviewer = printf('p%014d', position % 30),
     seconds = 60 + ((position * 2654435761) % 1000003) * ((position * 40503) % 997) / 1000`,
  `UPDATE format_versions SET route = '${JSON.stringify(route)}'`,
  ...route.map(
    ({ key }, place) => `INSERT INTO reported_steps
       SELECT decidedAt, position, '${key}', printf('p%014d', (position + ${place} * 7) % 30), format, seconds / 2 FROM reported_decisions`,
  ),
  `INSERT INTO earlier_submissions SELECT created, serial, format FROM requests WHERE submittedAt != '' AND serial % 10 = 0`,
]

/** The indexes that a report of a long period reads, and nothing else does. */
const ordered = ['decisions_waits', 'decisions_seconds', 'steps_waits', 'steps_seconds'].map(
  (name) => `idx_reported_${name}`,
)
const rows = 2_000

/** @typedef {import('pocketbase').default} PocketBase */

/** What a report of 100,000 requests takes, as the page of an administrator asks for it; and what it costs those who write. */
export async function reports() {
  const server = await aServer(seed)
  const superuser = await aSuperuser(server)
  for (const query of heavier) await sql(superuser, query)
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
      await asked(server.admin, ['reports'], query),
      await asked(server.admin, ['reports', 'reports/steps'], query),
    ]
    lines.push([
      `${name} (${shown(whole.decided)} decididas)`,
      `${shown(whole.took)} ms`,
      `${shown(steps.took)} ms`,
      '',
      goal,
    ])
  }
  section(
    [
      'el informe de 100.000 solicitudes, 30 personas y dos pasos por decisión',
      'el informe',
      'con sus pasos al lado',
      '',
      'meta',
    ],
    lines,
  )
  await writes(server, superuser)
  await server.stop()
}

/** Milliseconds until all of these calls, side by side, are answered. @param {PocketBase} admin @param {string[]} paths @param {Record<string, string>} query */
async function asked(admin, paths, query) {
  const times = []
  let decided = 0
  for (let round = 0; round < rounds; round++)
    times.push(
      await timed(async () => {
        const [answer] = await Promise.all(
          paths.map((path) => admin.send(`/api/app/${path}`, { method: 'GET', query })),
        )
        decided = answer.decided
      }),
    )
  return { took: median(times), decided }
}

/** What is written with the indexes of the report and without them. @param {import('./server.mjs').Server} server @param {PocketBase} superuser */
async function writes(server, superuser) {
  const names = ordered.map((name) => `'${name}'`).join()
  const made = (await sql(superuser, `SELECT sql FROM sqlite_master WHERE name IN (${names})`)).rows
  const [withThem, without] = [made.flat(), ordered.map((name) => `DROP INDEX ${name}`)]
  const written = async () => {
    const batch = await sentBatch(server, rows)
    const created = await timed(() => confirm(server, batch))
    const decision = {
      filter: { batch: batch.id, status: 'submitted' },
      expected: rows,
      reason: 'Prueba de velocidad.',
    }
    return { created, decided: await timed(() => post(server.admin, 'requests/reject', decision)) }
  }
  const took = await medians(5, async () => {
    const now = await written()
    for (const query of without) await sql(superuser, query)
    const then = await written()
    for (const query of withThem) await sql(superuser, query)
    return { created: now.created, decided: now.decided, createdWithout: then.created, decidedWithout: then.decided }
  })
  section(
    ['lo que cuestan sus índices a quien escribe (mediana de 5)', 'con ellos', 'sin ellos', 'razón', ''],
    [
      [`crear ${shown(rows)} de un lote`, took.created, took.createdWithout],
      [`rechazarlas a la vez, en un paso`, took.decided, took.decidedWithout],
    ].map(([name, now = 0, then = 0]) => [
      String(name),
      `${shown(+now)} ms`,
      `${shown(+then)} ms`,
      times(+now / +then, 2),
    ]),
  )
}

/** @param {PocketBase} superuser @param {string} query */
const sql = (superuser, query) => superuser.send('/api/sql', { method: 'POST', body: { query } })
