import { createSignature, type Signature } from '../../src/domain/documents/blocks.ts'
import { findUnsupportedCharacters } from '../../src/domain/documents/layout/supported-characters.ts'
import type { PageSetup } from '../../src/domain/documents/page.ts'
import { resolvePageSetup } from '../../src/domain/documents/page-setup.ts'
import { findOrganisationSignatory, resolveSignatory } from '../../src/domain/documents/signatory-resolution.ts'
import type { DocumentSigner, DocumentSigners } from '../../src/domain/documents/signature-block.ts'
import {
  listSignatureBlocks,
  organisationSignerKey,
  resolveSigners,
  type Signer,
} from '../../src/domain/documents/signers.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { getNotation } from '../../src/domain/money/notation.ts'
import { formatLongDate } from '../../src/domain/time/date.ts'
import { loadSignatories, type StoredSignatory } from '../formats/named-signatories.ts'
import type { PublishedFormatVersion } from '../formats/versions.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { deleteUnreferencedFiles, getFilePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { queryRow } from '../lib/sql.ts'
import { listSignatures } from '../links/signatures.ts'
import type { DocumentFailure } from './document-content.ts'
import { copyFiles } from './document-files.ts'
import { loadPicture } from './pictures.ts'

export interface SignedRequest {
  id: string
  /** Holder of the seal that the document gets; '' if it gets none. */
  sealHolder: string
  owner: string
  reviewer: string
  decidedAt: string
  /** Signers stored by an earlier generation, as JSON; empty if there was none. */
  signers: string
}

export type SigningResult = { signatures: Signature[]; signers: DocumentSigners } | { failure: DocumentFailure }

/**
 * Returns a function that resolves the signers of many documents. Stored signers are reused as long as the decision is
 * valid. `timeOf`: converts a timestamp to the local time.
 */
export function createSignerResolver(
  app: CoreApp,
): (
  request: SignedRequest,
  version: PublishedFormatVersion,
  values: Values,
  timeOf: (moment: string) => string,
  page: PageSetup,
) => SigningResult {
  let known: StoredSignatory[] | undefined
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    if (!names.has(id))
      names.set(id, queryRow(app, 'SELECT name FROM users WHERE id = {:id}', { id }, { name: '' })?.name ?? '')
    return names.get(id) ?? ''
  }

  return (request, version, values, timeOf, page) => {
    const { decidedAt } = request
    const day = timeOf(decidedAt).slice(0, 10)
    const finish = (signers: DocumentSigners) => {
      const signed = version.signing.signers ? addOutsideSignatures(app, request.id, signers, timeOf) : signers
      return addPictures(app, addSealMark(request, signed, timeOf))
    }
    const before = JSON.parse(request.signers || 'null') as DocumentSigners | null
    if (before?.decidedAt === decidedAt) return finish(before)
    known ??= version.signatures.length ? loadSignatories(app) : undefined
    const all = known ?? []
    const name = request.reviewer && nameOf(request.reviewer)
    const { keyName, inPlaceOf, identity } = name ? findApprovalDetails(app, request.id) : noApprovalDetails
    const reviewer = all.find(({ id, user }) => user === request.reviewer && resolveSignatory(id, day, all)?.id === id)
    const approver = reviewer ?? { id: '', name, post: '', idDocument: '' }
    const signers = resolveSigners(listSignatureBlocks(version), {
      fields: version.fields,
      values,
      owner: nameOf(request.owner),
      approver: request.reviewer ? approver : '',
      approvedOn: day,
      inPlaceOf,
      signatory: (id) =>
        id === organisationSignerKey
          ? findOrganisationSignatory({ day, format: version.format, approver: request.reviewer }, all)
          : resolveSignatory(id, day, all),
      notation: getNotation(resolvePageSetup(version.paper, page).country),
    })
    if (signers.some(({ isOpen }) => isOpen)) return { failure: buildMissingSignerFailure(version, all, day) }
    const storedSigners = signers.map((signer) => toStoredSigner(app, signer, all, version.format))
    const approval = {
      approver: name,
      ...(inPlaceOf && { inPlaceOf }),
      ...(keyName && { keyName }),
      ...(identity && { isConfirmed: true }),
    }
    return finish({ decidedAt, ...approval, signers: storedSigners })
  }
}

/** Fills the lines of the people who signed by a link. */
function addOutsideSignatures(
  app: CoreApp,
  request: string,
  { signers, ...rest }: DocumentSigners,
  timeOf: (moment: string) => string,
): DocumentSigners {
  const signed = new Map(
    listSignatures(app, request).flatMap((one) => (one.action === 'sign' ? [[one.position, one] as const] : [])),
  )
  const filled = signers.map((signer) => {
    const one = signed.get(signer.outside ?? -1)
    return one ? { ...signer, signedBy: one.name, signedAt: timeOf(one.signedAt), image: one.drawing } : signer
  })
  return { ...rest, signers: filled }
}

/** Fills the mark of the seal, or clears it if this document gets none. */
function addSealMark(
  { sealHolder }: SignedRequest,
  { signers, ...rest }: DocumentSigners,
  timeOf: (moment: string) => string,
): DocumentSigners {
  const marked = signers.map((signer) => {
    if (signer.sealedOn === undefined) return signer
    const name = toPrintableText(sealHolder)
    return { ...signer, name, sealedOn: name && timeOf(new Date().toISOString()).slice(0, 10) }
  })
  return { ...rest, signers: marked }
}

const noApprovalDetails = { keyName: '', inPlaceOf: '', identity: '' }

/**
 * Returns the API key that approved a request and the users whom the approver substituted, in printable form, and how the
 * approver confirmed the identity. Each is empty if there is none.
 */
function findApprovalDetails(app: CoreApp, request: string) {
  const { keyName, inPlaceOf, identity } =
    queryRow(
      app,
      `SELECT ifnull(details ->> 'key', '') AS keyName, ifnull(details ->> 'identity', '') AS identity,
         ifnull((SELECT group_concat(value, ' y ') FROM json_each(details, '$.inPlaceOf')), '') AS inPlaceOf
       FROM (SELECT iif(json_valid(details), details, '{}') AS details FROM events
         WHERE subjectId = {:request} AND subject = 'requests' AND action = 'approve' ORDER BY rowid DESC LIMIT 1)`,
      { request },
      noApprovalDetails,
    ) ?? noApprovalDetails
  return { keyName: toPrintableText(keyName), inPlaceOf: toPrintableText(inPlaceOf), identity }
}

/** Returns a text as documents print it: «…» if the built-in fonts lack one of its characters. */
export const toPrintableText = (name: string) =>
  findUnsupportedCharacters(name).length && !getDocumentServiceUrl() ? '…' : name

function buildMissingSignerFailure(
  { signatures }: PublishedFormatVersion,
  all: StoredSignatory[],
  day: string,
): DocumentFailure {
  const absent = signatures.find((block) => block.by === 'signatory' && !resolveSignatory(block.signatory, day, all))
  const name = absent?.by === 'signatory' ? all.find(({ id }) => id === absent.signatory)?.name : undefined
  return { code: 'document.signatory', details: { name: name ?? '', day: formatLongDate(day) } }
}

function toStoredSigner(
  app: CoreApp,
  { id, isOpen: _, ...signer }: Signer,
  all: StoredSignatory[],
  format: string,
): DocumentSigner {
  const one = all.find((each) => each.id === id)
  const isAllowed = one?.signature && one.formats.includes(format)
  return { ...signer, image: one && isAllowed ? storeSignatureImage(app, one) : '' }
}

/**
 * Returns the id of a copy of the scanned signature, which remains if the signatory's picture is changed or deleted.
 */
function storeSignatureImage(app: CoreApp, { id, signature }: StoredSignatory): string {
  const source = `${id}/${signature}`
  const find = () =>
    queryRow(app, 'SELECT id FROM signature_copies WHERE source = {:source}', { source }, { id: '' })?.id
  const found = find()
  if (found) return found
  const own = generateRecordId()
  const to = getFilePath(app, 'signature_copies', own, signature)
  // If the picture is missing, for example after an incomplete backup, the document has space for a handwritten
  // signature.
  if (!copyFiles(app, [{ from: getFilePath(app, 'signatories', id, signature), to }]).size) {
    logError(`signature of a document: ${source} is gone`)
    return ''
  }
  try {
    const storedSignature = new Record(app.findCachedCollectionByNameOrId('signature_copies'))
    storedSignature.load({ id: own, source, image: signature })
    app.saveNoValidate(storedSignature)
    return own
  } catch (error) {
    deleteUnreferencedFiles(app, [to])
    // Another worker saved the same copy first.
    const other = find()
    if (!other) throw error
    return other
  }
}

function addPictures(app: CoreApp, signers: DocumentSigners): SigningResult {
  const signatures = signers.signers.map((one) => createSignature(one, one.image ? loadImage(app, one.image) : null))
  return { signatures, signers }
}

function loadImage(app: CoreApp, id: string) {
  const name = queryRow(app, 'SELECT image FROM signature_copies WHERE id = {:id}', { id }, { image: '' })?.image
  return name ? loadPicture(getFilePath(app, 'signature_copies', id, name), '600x240f') : null
}
