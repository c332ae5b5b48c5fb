import { findUnsupportedCharacters } from '../../src/domain/documents/layout/supported-characters.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { createErrorResponse } from '../lib/http.ts'

/** Refuses texts that the PDF writer cannot print, because documents with them would fail. */
export function refuseUnprintable(fields: readonly string[], getText: (field: string) => string) {
  if (getDocumentServiceUrl()) return
  const odd = fields.filter((field) => findUnsupportedCharacters(getText(field)).length > 0)
  if (odd.length)
    throw createErrorResponse('invalid', 400, Object.fromEntries(odd.map((field) => [field, 'unprintable'])))
}
