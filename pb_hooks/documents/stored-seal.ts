import { type ErrorCode, errorMessages } from '../../src/domain/errors.ts'
import { serverErrorMessages } from '../../src/domain/server-error-messages.ts'
import { getDocumentServiceUrl, getSealVariables } from '../lib/environment.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'

/** Returns the stored key and its certificates, which are '' while a request for them is pending. */
export const findSealKey = (app: CoreApp): StoredSeal | undefined =>
  queryRow(app, 'SELECT key, certificates FROM seal_keys', {}, { key: '', certificates: '' })

/** Replaces the stored key; deletes it if there is no other one. */
export function saveSealKey(tx: CoreApp, seal: StoredSeal | null) {
  executeSql(tx, 'DELETE FROM seal_keys', {})
  const sql = 'INSERT INTO seal_keys (id, key, certificates) VALUES (1, {:key}, {:certificates})'
  if (seal) executeSql(tx, sql, { key: seal.key, certificates: seal.certificates })
}

/** Returns the stored key; makes one if there is none. */
export function ensureSealKey(app: CoreApp): string {
  if (!findSealKey(app)) {
    const key = engine.seals.newKey()
    // Another call may have made a key meanwhile.
    const sql = "INSERT OR IGNORE INTO seal_keys (id, key, certificates) VALUES (1, {:key}, '')"
    writeInTransaction(app, (tx) => executeSql(tx, sql, { key }))
  }
  return findSealKey(app)?.key ?? ''
}

/** Seals with the stored certificate from now on, or with none. Throws if it cannot. */
export function loadStoredSeal(app: CoreApp) {
  const { certificates = '', key = '' } = findSealKey(app) ?? {}
  engine.seals.use(certificates, key)
}

/** Returns the code of an error that the engine threw. */
export function getSealErrorCode(error: unknown): ErrorCode {
  const code = `seal.${(error as Error).message}`
  return code in errorMessages ? (code as ErrorCode) : 'seal.failed'
}

/** Loads the certificate of the environment or the stored one at startup. Returns an error if it cannot seal documents; otherwise ''. */
export function findSealError(app: CoreApp): string {
  const variables = getSealVariables()
  const source = variables || 'Sello'
  try {
    if (variables) engine.seals.configure()
    else loadStoredSeal(app)
  } catch (error) {
    return `${source}: ${serverErrorMessages[getSealErrorCode(error)]}`
  }
  // Other writers make files in which the engine finds no place for a seal.
  const isRefused = getDocumentServiceUrl() && (variables || engine.seals.certificate())
  return isRefused ? `${source}: ${serverErrorMessages['seal.service']}` : ''
}
