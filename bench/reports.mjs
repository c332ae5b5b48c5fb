import { median, section, shown, timed } from './measure.mjs'
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

/** What a report of 100,000 requests takes, as an administrator asks for it. */
export async function reports() {
  const server = await aServer(seed)
  const superuser = await aSuperuser(server)
  for (const query of heavier) await superuser.send('/api/sql', { method: 'POST', body: { query } })
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
    const times = []
    let decided = 0
    for (let round = 0; round < rounds; round++)
      times.push(
        await timed(async () => {
          decided = (await server.admin.send('/api/app/reports', { method: 'GET', query })).decided
        }),
      )
    lines.push([name, `${shown(median(times), 1)} ms (${shown(decided)} decididas)`, '', '', goal])
  }
  await server.stop()
  section(['el informe de 100.000 solicitudes, 30 personas y dos pasos por decisión', 'nuestro', '', '', 'meta'], lines)
}
