import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type PocketBase from 'pocketbase'
import type { Server } from './container.ts'

export const queryOf = (superuser: PocketBase) => async (query: string) =>
  (await superuser.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } })).rows

type Query = ReturnType<typeof queryOf>

/** Returns the SQL conditions that are false. */
export async function findFalseConditions(query: Query, facts: string[]): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < facts.length; from += 40) {
    const part = facts.slice(from, from + 40)
    const rows = await query(part.map((fact, index) => `SELECT ${index} WHERE NOT (${fact})`).join(' UNION ALL '))
    found.push(...rows.map(([index]) => part[Number(index)] ?? ''))
  }
  return found
}

/** Statement that damages the search index. Searches first, because the check would otherwise use the connection's outdated state of the index (SQLite 3.53.3). */
export const integrityQuery = `WITH looked AS MATERIALIZED (SELECT count(*) FROM request_search WHERE request_search MATCH 'a')
  SELECT integrity_check FROM looked CROSS JOIN pragma_integrity_check WHERE integrity_check != 'ok'`

/** Queries of incomplete, duplicated or lost data. Each must always be empty. */
const never: Record<string, string> = {
  'a damaged database': integrityQuery,
  'a reference to nothing': 'SELECT * FROM pragma_foreign_key_check',
  'a gap in the numbers of requests': `SELECT name, value FROM counters WHERE name LIKE 'SOL-%'
    AND value != (SELECT count(*) FROM requests WHERE number LIKE name || '-%')`,
  'a gap in the numbers of batches': `SELECT name, value FROM counters WHERE name LIKE 'LOT-%'
    AND value != (SELECT count(*) FROM batches WHERE number LIKE name || '-%')`,
  'a gap in the numbers of documents': `SELECT name, value FROM counters WHERE name NOT LIKE 'SOL-%' AND name NOT LIKE 'LOT-%'
    AND value != (SELECT count(*) FROM requests WHERE documentNumber LIKE name || '-%')`,
  'a number twice': "SELECT number FROM requests WHERE number != '' GROUP BY number HAVING count(*) > 1",
  'a document number twice':
    "SELECT documentNumber FROM requests WHERE documentNumber != '' GROUP BY documentNumber HAVING count(*) > 1",
  'sent without a number': "SELECT id FROM requests WHERE status NOT IN ('draft', 'cancelled') AND number = ''",
  'approved without a document number': "SELECT id FROM requests WHERE status = 'approved' AND documentNumber = ''",
  'a step without its history': `SELECT id FROM requests WHERE status != 'draft'
    AND NOT EXISTS (SELECT 1 FROM events WHERE subjectId = requests.id AND "to" = requests.status)`,
  'a history without its step': `SELECT subjectId FROM events WHERE subject = 'requests' AND action = 'submit'
    AND NOT EXISTS (SELECT 1 FROM requests WHERE id = subjectId AND status != 'draft')`,
  'a step taken twice': `SELECT subjectId, action FROM events WHERE subject = 'requests' AND action NOT IN ('create', 'document')
    GROUP BY subjectId, action HAVING count(*) > 1`,
  'a person without a history': `SELECT id FROM users WHERE email LIKE '%@ejemplo.test' AND email != 'admin@ejemplo.test'
    AND NOT EXISTS (SELECT 1 FROM events WHERE subjectId = users.id AND action IN ('register', 'invite'))`,
  'a portion of rows cut short': 'SELECT batch, count(*) AS n FROM batch_rows GROUP BY batch HAVING n % 150 != 0',
  'a row made twice or by half': `SELECT batches.id FROM batches WHERE
    createdCount != (SELECT count(*) FROM requests WHERE batch = batches.id AND batch != '')
    OR createdCount != (SELECT count(*) FROM batch_rows WHERE batch = batches.id AND status = 'created')`,
  'a document that failed': "SELECT id, documentError FROM requests WHERE documentStatus = 'failed'",
  'work in bulk that did not end': 'SELECT * FROM requests_in_bulk',
}

export async function findInvariantViolations(query: Query): Promise<string[]> {
  const found: string[] = []
  for (const [what, sql] of Object.entries(never)) {
    const rows = await query(sql)
    if (rows.length) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}

interface StoredFile {
  path: string
  hash: string
  isWhole: boolean
}

/** Returns the record files of a container's disk. */
export async function listStoredFiles({ container }: Server): Promise<StoredFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'formatos-storage-'))
  try {
    const archive = await container.copyArchiveFromContainer('/pb_data/storage')
    const tar = spawn('tar', ['-xf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
    const [[code]] = await Promise.all([once(tar, 'close'), pipeline(archive, tar.stdin)])
    if (code) throw new Error(`tar ended with ${code}`)
    return filesUnder(join(folder, 'storage'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function filesUnder(folder: string): StoredFile[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return paths.map(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name))
    const isPdf = name.endsWith('.pdf')
    // PocketBase cannot open a file without its metadata.
    const isNoted = !name.endsWith('.attrs') || bytes.toString().trim().endsWith('}')
    const isWhole =
      isNoted &&
      (!isPdf ||
        (bytes.subarray(0, 5).toString() === '%PDF-' && /%%EOF\s*$/.test(bytes.subarray(-20).toString('latin1'))))
    const path = join(parentPath, name).slice(folder.length + 1)
    return { path, hash: createHash('sha256').update(bytes).digest('hex'), isWhole }
  })
}

const fileFields = {
  requests: 'document',
  request_documents: 'file',
  settings: 'logo',
  signatories: 'signature',
  letterheads: 'logo',
  signature_copies: 'image',
  attachments: 'file',
}

/** Returns the files that records reference, with their stored checksum. */
export async function listRecordFiles(query: Query) {
  const named = new Map<string, { table: string; id: string; hash: string }>()
  for (const [table, field] of Object.entries(fileFields)) {
    const hash = { requests: 'documentHash', request_documents: 'hash', attachments: 'hash' }[table] ?? "''"
    // PocketBase returns at most 1,000 rows.
    for (let rows: string[][] = [[]], after = ''; rows.length > 0; after = rows.at(-1)?.[1] ?? '') {
      rows =
        await query(`SELECT (SELECT id FROM _collections WHERE name = '${table}') || '/' || id || '/' || ${field}, id, ${hash} FROM ${table}
        WHERE ${field} != '' AND id > '${after}' ORDER BY id LIMIT 1000`)
      for (const [path = '', id = '', sum = ''] of rows) named.set(path, { table, id, hash: sum })
    }
  }
  return named
}
