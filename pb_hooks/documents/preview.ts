import { createSignature } from '../../src/domain/documents/blocks.ts'
import { buildEvidenceBlocks } from '../../src/domain/documents/evidence.ts'
import { DocumentTooLargeError } from '../../src/domain/documents/expand.ts'
import { resolvePageSetup } from '../../src/domain/documents/page-setup.ts'
import { listSignatureBlocks, resolveSigners } from '../../src/domain/documents/signers.ts'
import { validateValues } from '../../src/domain/fields/values.ts'
import { getNotation } from '../../src/domain/money/notation.ts'
import { mergeApproverFields } from '../../src/domain/requests/approver-fields.ts'
import { previewSchema } from '../../src/domain/requests/request-input.ts'
import { requireReadableVersion } from '../formats/format-access.ts'
import { findCurrentSignatories } from '../formats/named-signatories.ts'
import { getValidationContext } from '../lib/clock.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { createErrorResponse, readInput, setFileHeaders } from '../lib/http.ts'
import { requireUser } from '../lib/users.ts'
import { parseDraftValues } from '../requests/drafts/draft-values.ts'
import { buildDocumentContent, renderBuiltInPdf } from './document-content.ts'
import { getCurrentLetterhead } from './letterhead.ts'

/** `POST /api/app/requests/preview`: returns the document without number, from the valid values entered so far. Stores nothing. */
export function previewDocument(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { format, formatVersion, values } = readInput(e, previewSchema)
  const version = requireReadableVersion(e.app, caller, format, formatVersion)
  const context = getValidationContext(e.app)
  const checked = validateValues(version.fields, parseDraftValues(JSON.stringify(values)), context)
  const named = findCurrentSignatories(e.app, version.format, version.signatures)
  const letterhead = respondUnavailableOnStorageError(() => getCurrentLetterhead(e.app))
  const signatures = resolveSigners(listSignatureBlocks(version), {
    fields: version.fields,
    values: checked.values,
    owner: caller.getString('name'),
    approver: version.requiresReview ? null : '',
    approvedOn: '',
    signatory: (id) => named.find((one) => one.id === id),
    notation: getNotation(resolvePageSetup(version.paper, letterhead.page).country),
  }).map((signer) => createSignature(signer))
  const evidence = version.paper.evidence ? buildEvidenceBlocks(null, '') : []
  // Approver fields are blank until they are filled in.
  const { fields } = mergeApproverFields(version, checked.values, {})
  const made = refuseTooLarge(() =>
    renderBuiltInPdf(
      buildDocumentContent(letterhead, { ...version, fields }, checked.values, context.today, null, {
        signatures,
        evidence,
      }),
    ),
  )
  if ('failure' in made) throw createErrorResponse(made.failure.code, 400, made.failure.details)
  setFileHeaders(e, `inline; filename="${version.code}-PRELIMINAR.pdf"`)
  return e.blob(200, 'application/pdf', made.pdf)
}

/** Runs `make` and refuses documents above the size limit with an error message. */
function refuseTooLarge<Result>(make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    throw error instanceof DocumentTooLargeError ? createErrorResponse(error.message) : error
  }
}
