import { sealUploadSchema } from '../../src/domain/settings/seal-input.ts'
import type { CertificateRequest, SealSettings } from '../../src/domain/settings/settings-output.ts'
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
import { ensureSealKey, findSealKey, getSealErrorCode, loadStoredSeal, saveSealKey } from './stored-seal.ts'

/** `GET /api/app/seal` → `SealSettings`. */
export function getSeal(e: core.RequestEvent) {
  requireAdmin(e)
  return respondWithSeal(e)
}

function respondWithSeal(e: core.RequestEvent) {
  const found = engine.seals.certificate()
  const variables = getSealVariables()
  const stored = found ? 'stored' : ''
  const source = variables ? (variables.includes('SEAL_URL') ? 'remote' : 'environment') : stored
  const answer: SealSettings = {
    // A copy, because the names of a Go object's properties change in JSON.
    certificate: found && { ...found },
    source,
    canStore: engine.seals.canStore(),
    isRequested: !source && findSealKey(e.app) !== undefined,
    hasTimestamps: $os.getenv('TSA_URL') !== '',
  }
  return e.json(200, answer)
}

/** `POST /api/app/seal/request` → `CertificateRequest` for the stored key. Makes a key if there is none. */
export function requestCertificate(e: core.RequestEvent) {
  const caller = requireStorableSeal(e)
  const holder = getHolder(e.app)
  const request = refuseOnSealError(() => engine.seals.request(ensureSealKey(e.app), ...holder))
  writeInTransaction(e.app, (tx) => recordSealEvent(tx, caller, 'sealRequest'))
  return e.json(200, { request } satisfies CertificateRequest)
}

/** `POST /api/app/seal/own` → `SealSettings`. Makes a certificate of the stored key that no authority confirms. */
export function makeOwnCertificate(e: core.RequestEvent) {
  const caller = requireStorableSeal(e)
  const holder = getHolder(e.app)
  return storeSeal(e, caller, () => engine.seals.makeOwn(ensureSealKey(e.app), ...holder))
}

/** `POST /api/app/seal/certificate` → `SealSettings`. Uses an uploaded certificate, whose key is in the same file or stored. */
export function uploadCertificate(e: core.RequestEvent) {
  const caller = requireStorableSeal(e)
  const { file, password } = readInput(e, sealUploadSchema)
  return storeSeal(e, caller, () => engine.seals.import(file, password, findSealKey(e.app)?.key ?? ''))
}

/** `DELETE /api/app/seal` → `SealSettings`. Deletes the key; later documents have no seal. */
export function removeCertificate(e: core.RequestEvent) {
  return storeSeal(e, requireStorableSeal(e), null)
}

/** Stores and loads a key with its certificate, or none if `make` is `null`, and responds with `SealSettings`. */
function storeSeal(e: core.RequestEvent, caller: core.Record, make: (() => StoredSeal) | null) {
  const made = make && refuseOnSealError(make)
  writeInTransaction(e.app, (tx) => {
    saveSealKey(tx, made)
    recordSealEvent(tx, caller, made ? 'sealCertificate' : 'sealRemove')
  })
  // Loads in a transaction, because otherwise the slower of two calls could load a certificate that the other call replaced.
  writeInTransaction(e.app, loadStoredSeal)
  return respondWithSeal(e)
}

function recordSealEvent(tx: CoreApp, caller: core.Record, action: 'sealRequest' | 'sealCertificate' | 'sealRemove') {
  const actor = requireActiveAdmin(tx, caller)
  recordEvent(tx, { subject: 'settings', subjectId: getSettingsRecord(tx).id, actor, action })
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
  const result = engine.seals
    .current()
    ?.begin(page.pdf as string)
    .wait()
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

/** Runs a call of the engine; throws an error response with the field of the form if the engine refuses it. */
function refuseOnSealError<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = getSealErrorCode(error)
    if (code === 'seal.failed') logError('seal:', error)
    if (code === 'seal.secret') throw createErrorResponse(code, 409)
    throw createErrorResponse(code, 400, { [code === 'seal.password' ? 'password' : 'file']: code })
  }
}

/** Maximum length of a holder's name in a certificate (X.520). */
const maxHolderLength = 64

/** Returns name, NIT and country of the organisation for the subject of a certificate. Throws if the name does not fit. */
function getHolder(app: CoreApp): [string, string, string] {
  const settings = getSettingsRecord(app)
  const name = settings.getString('organisationName')
  if ([...name].length > maxHolderLength) throw createErrorResponse('seal.holder', 409)
  return [name, settings.getString('organisationId'), settings.getString('country')]
}
