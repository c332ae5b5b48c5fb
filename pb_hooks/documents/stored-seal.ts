import { errorMessages } from '../../src/domain/errors.ts'
import { getDocumentServiceUrl, isSealInEnvironment } from '../lib/environment.ts'
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

/** Loads the stored certificate at startup, unless the environment names one. Returns an error if its key cannot be decrypted; otherwise ''. */
export function findStoredSealError(app: CoreApp): string {
  if (isSealInEnvironment()) return ''
  const code = loadStoredSeal(app)
  if (code) return errorMessages[`seal.${code}`]
  return engine.seals.certificate() && getDocumentServiceUrl() ? errorMessages['seal.service'] : ''
}
