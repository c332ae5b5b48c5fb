import { version } from '../../package.json' with { type: 'json' }
import { requestStatuses } from '../../src/domain/requests/request.ts'
import { getBackupState } from '../backups/backup-plan.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { requireAdmin } from '../lib/users.ts'
import { canWriteData, getQueueLengths } from './health.ts'

const backupStates = ['good', 'failed', 'late', 'none', 'off'] as const

/** Label values and number of a metric. The values come from this code and need no escaping. */
type Sample = [labels: Record<string, string>, value: number]

/** `GET /api/app/metrics` → OpenMetrics text, for keys with the scope `metrics` and administrators. */
export function getMetrics(e: core.RequestEvent) {
  requireAdmin(e)
  const { app } = e
  const backup = getBackupState(app)
  const slots = engine.getSlotUsage()
  const residentBytes = getResidentBytes()
  const lines = [
    ...formatFamily('formatos_build', 'info', 'Version of the product.', [[{ version }, 1]], '_info'),
    ...formatFamily('formatos_writable', 'gauge', '1 if a row and a file can be written.', [
      [{}, canWriteData(app) ? 1 : 0],
    ]),
    ...formatFamily('formatos_requests', 'gauge', 'Requests by status.', requestsByStatus(app)),
    ...formatFamily(
      'formatos_queue_length',
      'gauge',
      'Work that waits, by queue.',
      toSamples('queue', getQueueLengths(app)),
    ),
    ...formatFamily('formatos_documents_last_minute', 'gauge', 'Documents made in the last 60 seconds.', [
      [{}, documentsInLastMinute(app)],
    ]),
    ...formatFamily(
      'formatos_refused_calls',
      'counter',
      'Calls answered 503 since the start.',
      [[{}, slots.refused]],
      '_total',
    ),
    ...formatFamily('formatos_slots_in_use', 'gauge', 'Calls being answered, by kind.', toSamples('kind', slots.inUse)),
    ...formatFamily(
      'formatos_slots_limit',
      'gauge',
      'Calls of a kind that may be answered at the same time.',
      toSamples('kind', slots.limit),
    ),
    ...formatFamily('formatos_realtime_connections', 'gauge', 'Open realtime connections.', [
      [{}, app.subscriptionsBroker().totalClients()],
    ]),
    ...formatFamily(
      'formatos_backup_status',
      'stateset',
      'State of the backups.',
      backupStates.map((status) => [{ formatos_backup_status: status }, status === backup.status ? 1 : 0]),
    ),
    ...formatFamily('formatos_backup_last_good_timestamp_seconds', 'gauge', 'Start of the last good backup.', [
      ...(backup.at ? [[{}, Date.parse(backup.at.replace(' ', 'T')) / 1000] as Sample] : []),
    ]),
    ...formatFamily(
      'process_resident_memory_bytes',
      'gauge',
      'Memory of the server process.',
      residentBytes ? [[{}, residentBytes]] : [],
    ),
    '# EOF',
  ]
  e.response.header().set('Cache-Control', 'no-store')
  return e.blob(200, 'application/openmetrics-text; version=1.0.0; charset=utf-8', toBytes(`${lines.join('\n')}\n`))
}

/** Returns the lines of a metric family; `suffix` is added to the sample names, as its type requires. */
function formatFamily(name: string, type: string, help: string, samples: Sample[], suffix = ''): string[] {
  const written = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${suffix}${pairs.length ? `{${pairs}}` : ''} ${value}`
  })
  return [`# TYPE ${name} ${type}`, `# HELP ${name} ${help}`, ...written]
}

const toSamples = (label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value])

function requestsByStatus(app: CoreApp): Sample[] {
  const shape = { status: '', n: 0 }
  const totals = queryRows(app, 'SELECT status, sum(n) AS n FROM request_totals GROUP BY status', {}, shape)
  return requestStatuses.map((status) => [{ status }, totals.find((each) => each.status === status)?.n ?? 0])
}

function documentsInLastMinute(app: CoreApp): number {
  const query = `SELECT count(*) AS n FROM events WHERE created > {:since} AND action = 'document'`
  return queryRow(app, query, { since: formatTimestamp(Date.now() - 60_000) }, { n: 0 })?.n ?? 0
}

/** Returns the resident memory of the process in bytes from Linux's `/proc`; `undefined` on other systems. */
function getResidentBytes(): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(toString($os.readFile('/proc/self/status')))?.[1]
    return kibibytes ? Number(kibibytes) * 1024 : undefined
  } catch {
    return undefined
  }
}
