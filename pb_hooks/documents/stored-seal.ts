import { errorMessages } from '../../src/domain/errors.ts'
import { getDocumentServiceUrl, getSealVariables } from '../lib/environment.ts'
import { executeSql, queryRow } from '../lib/sql.ts'

const columns = { key: '', request: '', certificates: '' }
export type SealKey = typeof columns
type Purpose = 'current' | 'requested'

export const findSealKey = (app: CoreApp, purpose: Purpose): SealKey | undefined =>
  queryRow(app, 'SELECT key, request, certificates FROM seal_keys WHERE purpose = {:purpose}', { purpose }, columns)

export function saveSealKey(tx: CoreApp, purpose: Purpose, { key, request, certificates }: SealKey) {
  const sql =
    'INSERT OR REPLACE INTO seal_keys (purpose, key, request, certificates) VALUES ({:purpose}, {:key}, {:request}, {:certificates})'
  executeSql(tx, sql, { purpose, key, request, certificates })
}

export function deleteCurrentSeal(tx: CoreApp) {
  executeSql(tx, "DELETE FROM seal_keys WHERE purpose = 'current'", {})
}

/** Deletes the certificate request if the current certificate is the answer to it: both then have the same key. */
export function deleteAnsweredRequest(tx: CoreApp) {
  const current = "SELECT key FROM seal_keys WHERE purpose = 'current'"
  executeSql(tx, `DELETE FROM seal_keys WHERE purpose = 'requested' AND key = (${current})`, {})
}

/** Seals with the stored certificate from now on, or with none. Returns '' or the reason why it cannot. */
export function loadStoredSeal(app: CoreApp) {
  const { certificates = '', key = '' } = findSealKey(app, 'current') ?? {}
  return engine.seals.use(certificates, key)
}

/** Loads the certificate of the environment or the stored one at startup. Returns an error if it cannot seal documents; otherwise ''. */
export function findSealError(app: CoreApp): string {
  const variables = getSealVariables()
  const code = variables ? engine.seals.configure() : loadStoredSeal(app)
  // Other writers make files in which the engine finds no place for a seal.
  const isRefused = getDocumentServiceUrl() && (variables || engine.seals.certificate())
  const fault = code || (isRefused ? 'service' : '')
  return fault && `${variables || 'Sello'}: ${errorMessages[`seal.${fault}`]}`
}
