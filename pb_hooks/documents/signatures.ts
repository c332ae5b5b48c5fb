import type { Logo } from '../../src/domain/documents/logo.ts'
import { findOrganisationSignatory, resolveSignatory } from '../../src/domain/documents/signatory-resolution.ts'
import type { DocumentSigners } from '../../src/domain/documents/signature-block.ts'
import { organisationSignerKey, signerPreviewKeys } from '../../src/domain/documents/signers.ts'
import { loadSignatories, type StoredSignatory } from '../formats/named-signatories.ts'
import { findVersion } from '../formats/versions.ts'
import { getLocalToday } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { queryRow } from '../lib/sql.ts'
import type { VisibilityScope } from '../requests/visibility.ts'
import { tryLoadPicture } from './pictures.ts'

/** Scanned signatures, by signer id as used by the page. */
type SignaturePictures = Record<string, Pick<Logo, 'src' | 'width' | 'height'>>

/**
 * Returns the scanned signatures of a request's document that the user may see. Signatures of a generated document are visible to all who see the
 * request. Before the document is generated, approvers see only their own signature, and administrators see all.
 */
export function getVisibleSignatures(
  app: CoreApp,
  request: core.Record,
  visibility: VisibilityScope,
  caller: core.Record,
): SignaturePictures {
  const signed = parseStoredJson<DocumentSigners | null>(request.getString('signers'), null)
  const isMade = request.getString('status') === 'approved' && request.getString('document') !== '' && signed
  const mayPreview =
    request.getString('status') === 'submitted' && (visibility === 'admin' || visibility === 'approver')
  return respondUnavailableOnStorageError(() => {
    if (isMade) return loadStoredPictures(app, signed)
    return mayPreview ? loadPreviewPictures(app, request, caller, visibility === 'admin') : {}
  })
}

function loadStoredPictures(app: CoreApp, { signers }: DocumentSigners): SignaturePictures {
  const found: SignaturePictures = {}
  for (const { image: id } of signers) {
    const name =
      id && queryRow(app, 'SELECT image FROM signature_copies WHERE id = {:id}', { id }, { image: '' })?.image
    if (name) addPicture(found, id, getFilePath(app, 'signature_copies', id, name))
  }
  return found
}

function loadPreviewPictures(
  app: CoreApp,
  request: core.Record,
  caller: core.Record,
  isAdmin: boolean,
): SignaturePictures {
  const version = findVersion(app, request.getString('formatVersion'))
  const found: SignaturePictures = {}
  if (!version?.signatures.length) return found
  const day = getLocalToday(app)
  const all = loadSignatories(app)
  const show = (id: string, one: StoredSignatory | undefined) => {
    if (!one?.signature || !one.formats.includes(version.format)) return
    if (isAdmin || one.user === caller.id) addPicture(found, id, getFilePath(app, 'signatories', one.id, one.signature))
  }
  const own = all.find(({ id, user }) => user === caller.id && resolveSignatory(id, day, all)?.id === id)
  for (const block of version.signatures) {
    if (block.by === 'signatory') show(block.signatory, resolveSignatory(block.signatory, day, all))
    if (block.by === 'organisation')
      show(organisationSignerKey, findOrganisationSignatory({ day, format: version.format }, all))
  }
  for (const id of Object.values(signerPreviewKeys)) show(id, own)
  return found
}

function addPicture(found: SignaturePictures, id: string, path: string) {
  const picture = tryLoadPicture(path, '600x240f')
  if (picture) found[id] = { src: picture.src, width: picture.width, height: picture.height }
}
