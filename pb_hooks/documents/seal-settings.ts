import { sealUploadSchema } from '../../src/domain/settings/seal-input.ts'
import type { SealSettings } from '../../src/domain/settings/settings-output.ts'
import { getValidationContext } from '../lib/clock.ts'
import { getDocumentServiceUrl, getSealVariables } from '../lib/environment.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { logError } from '../lib/log.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { buildDocumentContent, renderBuiltInPdf } from './document-content.ts'
import { getCurrentLetterhead } from './letterhead.ts'
import { deleteAnsweredRequest, deleteCurrentSeal, findSealKey, loadStoredSeal, saveSealKey } from './stored-seal.ts'

/** `GET /api/app/seal` → `SealSettings`. */
export function getSeal(e: core.RequestEvent) {
  requireAdmin(e)
  return respondWithSeal(e)
}

function respondWithSeal(e: core.RequestEvent) {
  const found = engine.seals.certificate()
  const answer: SealSettings = {
    // A copy, because the names of a Go object's properties change in JSON.
    certificate: found && { ...found },
    source: getKeySource() || (found ? 'stored' : ''),
    canStore: engine.seals.canStore(),
    request: findSealKey(e.app, 'requested')?.request ?? '',
    hasTimestamps: $os.getenv('TSA_URL') !== '',
  }
  return e.json(200, answer)
}

function getKeySource() {
  const variables = getSealVariables()
  return variables && (variables.includes('SEAL_URL') ? 'remote' : 'environment')
}

/** `POST /api/app/seal/request` → `SealSettings`. Makes a key and the request for its certificate, which replace earlier ones. */
export function requestCertificate(e: core.RequestEvent) {
  const caller = requireStorableSeal(e)
  const made = requireMade(engine.seals.request(...getHolder(e.app)))
  return changeSeal(e, caller, 'sealRequest', (tx) => saveSealKey(tx, 'requested', made))
}

/** `POST /api/app/seal/own` → `SealSettings`. Makes a certificate that no authority confirms. A pending request stays. */
export function makeOwnCertificate(e: core.RequestEvent) {
  return storeCertificate(e, requireStorableSeal(e), engine.seals.makeOwn(...getHolder(e.app)))
}

/** `POST /api/app/seal/certificate` → `SealSettings`. Uses an uploaded certificate. Its key is the uploaded, the requested or the current one. */
export function uploadCertificate(e: core.RequestEvent) {
  const caller = requireStorableSeal(e)
  const { file, key, password } = readInput(e, sealUploadSchema)
  const known = findSealKey(e.app, 'requested') ?? findSealKey(e.app, 'current')
  return storeCertificate(e, caller, engine.seals.import(file, key, password, known?.key ?? ''))
}

function storeCertificate(e: core.RequestEvent, caller: core.Record, result: StoredSeal) {
  const made = requireMade(result, result.code === 'password' ? 'password' : 'file')
  return changeSeal(e, caller, 'sealCertificate', (tx) => {
    saveSealKey(tx, 'current', made)
    deleteAnsweredRequest(tx)
  })
}

/** `DELETE /api/app/seal` → `SealSettings`. Later documents have no seal. */
export function removeCertificate(e: core.RequestEvent) {
  return changeSeal(e, requireStorableSeal(e), 'sealRemove', deleteCurrentSeal)
}

/** Changes stored keys, loads the current certificate and responds with `SealSettings`. */
function changeSeal(
  e: core.RequestEvent,
  caller: core.Record,
  action: 'sealRequest' | 'sealCertificate' | 'sealRemove',
  change: (tx: CoreApp) => void,
) {
  writeInTransaction(e.app, (tx) => {
    change(tx)
    const actor = requireActiveAdmin(tx, caller)
    recordEvent(tx, { subject: 'settings', subjectId: getSettingsRecord(tx).id, actor, action })
  })
  // Loads in a transaction, because otherwise the slower of two calls could load a certificate that the other call replaced.
  writeInTransaction(e.app, loadStoredSeal)
  return respondWithSeal(e)
}

/** `POST /api/app/seal/test`: returns a sealed page. */
export function testSeal(e: core.RequestEvent) {
  requireAdmin(e)
  const body =
    '# Prueba del sello\n\nEsta página no es un documento. Ábrala en un lector de PDF para ver qué dice del sello.'
  const source = { code: '', name: 'Prueba', version: 0, fields: [], paper: {}, body }
  const { today } = getValidationContext(e.app)
  const page = renderBuiltInPdf(buildDocumentContent(getCurrentLetterhead(e.app), source, {}, today, null))
  if ('failure' in page) throw createErrorResponse(page.failure.code, 400, page.failure.details)
  const result = engine.seals.begin(page.pdf as string)?.wait()
  if (!result) throw createErrorResponse('seal.none', 409)
  if (result.message) logError('seal:', result.message)
  if (result.code) throw createErrorResponse(`seal.${result.code}`, 409)
  e.response.header().set('Cache-Control', 'private, no-store')
  return e.blob(200, 'application/pdf', result.pdf)
}

/** Returns the calling administrator; throws if a stored certificate would not be used. */
function requireStorableSeal(e: core.RequestEvent): core.Record {
  const caller = requireAdmin(e)
  if (getSealVariables()) throw createErrorResponse('seal.environment', 409)
  if (getDocumentServiceUrl()) throw createErrorResponse('seal.service', 409)
  return caller
}

/** Throws if there is no certificate. `field`: field of the form with the error. */
function requireMade(result: StoredSeal, field = ''): StoredSeal {
  const { code } = result
  if (code === 'secret') throw createErrorResponse('seal.secret', 409)
  if (code) throw createErrorResponse(`seal.${code}`, 400, field ? { [field]: `seal.${code}` } : {})
  return result
}

/** Returns name, NIT and country of the organisation for the subject of a certificate. */
function getHolder(app: CoreApp): [string, string, string] {
  const settings = getSettingsRecord(app)
  return [settings.getString('organisationName'), settings.getString('organisationId'), settings.getString('country')]
}
