import { type PortionOutcome, portion } from '../src/domain/batch.ts'
import { recount, step } from './batch-steps.ts'
import { input } from './input.ts'
import { refuse } from './refusal.ts'
import { row, run } from './sql.ts'
import { judgeFor, versionById } from './versions.ts'

/** `POST /api/app/batches/{id}/rows`: judged and kept; the same rows again change nothing, other values replace them. */
export function keepRows(e: core.RequestEvent) {
  const { rows } = input(e, portion)
  const outcome: PortionOutcome = { valid: 0, errors: [] }
  step(e, 'rows', (tx, batch) => {
    const version = versionById(tx, batch.getString('formatVersion'))
    if (!version) throw refuse('format.notPublished')
    const judge = judgeFor(tx, version)
    const kept = rows.map(({ row, values, warnings = {} }) => {
      const judged = judge(values)
      const bad = Object.keys(judged.errors).length > 0
      if (bad) outcome.errors.push({ row, errors: judged.errors })
      else outcome.valid++
      return {
        row,
        status: bad ? 'error' : 'valid',
        values: JSON.stringify(bad ? values : judged.values),
        summary: judged.summary,
        errors: JSON.stringify(judged.errors),
        warnings: JSON.stringify(warnings),
      }
    })
    keep(tx, batch.id, kept)
    if (countAll(tx, batch.id) > batch.getInt('total')) throw refuse('batch.tooMany')
    recount(tx, batch)
  })
  return e.json(200, outcome)
}

// What a row became stays: a created one is left as it is.
function keep(tx: CoreApp, batch: string, kept: object[]) {
  run(
    tx,
    `INSERT INTO batch_rows (id, batch, row, status, "values", summary, errors, warnings, request, created, updated)
     SELECT substr(lower(hex(randomblob(8))), 2), {:batch}, value ->> 'row', value ->> 'status', value ->> 'values',
       value ->> 'summary', value ->> 'errors', value ->> 'warnings', '',
       strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ')
     FROM json_each({:kept}) WHERE true
     ON CONFLICT (batch, row) DO UPDATE SET status = excluded.status, "values" = excluded."values",
       summary = excluded.summary, errors = excluded.errors, warnings = excluded.warnings, updated = excluded.updated
     WHERE batch_rows.status != 'created'`,
    { batch, kept: JSON.stringify(kept) },
  )
}

function countAll(tx: CoreApp, batch: string): number {
  return row(tx, 'SELECT count(*) AS count FROM batch_rows WHERE batch = {:batch}', { batch }, { count: 0 })?.count ?? 0
}
