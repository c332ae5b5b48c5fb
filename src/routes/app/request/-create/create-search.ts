import { recordIdPattern } from '../../../../domain/text/id.ts'
import { omitUndefined, parseText } from '../../../../lib/search-params.ts'

export interface RequestEditorSearchParams {
  format?: string
  /** Id of the draft; already set before the draft is stored for the first time. */
  draft?: string
  /** Id of a request whose values prefill the new request. */
  base?: string
  /** Prefills the new request with the examples of its format. */
  example?: true
}

export const parseRequestEditorSearchParams = (raw: Record<string, unknown>): RequestEditorSearchParams =>
  omitUndefined({
    format: parseText(raw.format, recordIdPattern),
    draft: parseText(raw.draft, recordIdPattern),
    base: parseText(raw.base, recordIdPattern),
    example: raw.example === true || undefined,
  })
