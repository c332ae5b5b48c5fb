import { type Portion, type PortionOutcome, type PortionRow, portion } from '../src/domain/batch.ts'
import { permittedBatch, recount, step } from './batch-steps.ts'
import { input } from './input.ts'
import { refuse } from './refusal.ts'
import { fits } from './request-values.ts'
import { row, run } from './sql.ts'
import { judgeFor, versionById } from './versions.ts'

/** `POST /api/app/batches/{id}/rows`: judged and kept; the same rows again change nothing, other values replace them. */
export function keepRows(e: core.RequestEvent) {
  const version = versionById(e.app, permittedBatch(e, 'rows').batch.getString('formatVersion'))
  if (!version) throw refuse('format.notPublished')
  const { rows } = input(e, portion)
  // Judged before the transaction: others would wait for it with their own writing.
  const { kept, outcome } = judged(rows, judgeFor(e.app, version))
  step(e, 'rows', (tx, batch) => {
    keep(tx, batch.id, kept)
    if (countAll(tx, batch.id) > batch.getInt('total')) throw refuse('batch.tooMany')
    recount(tx, batch)
  })
  return e.json(200, outcome)
}

function judged(rows: Portion['rows'], judge: ReturnType<typeof judgeFor>) {
  const outcome: PortionOutcome = { valid: 0, errors: [] }
  const lines = rows.map((given) => {
    const { errors, line } = lineOf(given, judge)
    if (Object.keys(errors).length) outcome.errors.push({ row: given.row, errors })
    else outcome.valid++
    return line
  })
  return { kept: `[${lines.join()}]`, outcome }
}

/** A row as it is kept, in JSON: of one that is larger than a request may be, only that it is. */
function lineOf({ row, values: given, warnings = {} }: PortionRow, judge: ReturnType<typeof judgeFor>) {
  const { values, errors, summary } = judge(given)
  const bad = Object.keys(errors).length > 0
  const line = JSON.stringify({
    row,
    status: bad ? 'error' : 'valid',
    values: bad ? given : values,
    summary,
    errors,
    warnings,
  })
  if (fits(line)) return { errors, line }
  const tooLarge = { '*': 'length' }
  return {
    errors: tooLarge,
    line: JSON.stringify({ row, status: 'error', values: {}, summary: '', errors: tooLarge, warnings: {} }),
  }
}

// What a row became stays: a created one is left as it is. Ids rise with the rows, so that neighbours lie on one page.
function keep(tx: CoreApp, batch: string, kept: string) {
  run(
    tx,
    `INSERT INTO batch_rows (id, batch, row, status, "values", summary, errors, warnings, request, created, updated)
     SELECT substr({:batch}, 1, 10) || printf('%05x', (value ->> 'row') - 1), {:batch}, value ->> 'row', value ->> 'status', value -> 'values',
       value ->> 'summary', value -> 'errors', value -> 'warnings', '',
       strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ')
     FROM jsonb_each({:kept}) WHERE true
     ON CONFLICT DO UPDATE SET status = excluded.status, "values" = excluded."values",
       summary = excluded.summary, errors = excluded.errors, warnings = excluded.warnings, updated = excluded.updated
     WHERE batch_rows.status != 'created'`,
    { batch, kept },
  )
}

function countAll(tx: CoreApp, batch: string): number {
  return row(tx, 'SELECT count(*) AS count FROM batch_rows WHERE batch = {:batch}', { batch }, { count: 0 })?.count ?? 0
}
