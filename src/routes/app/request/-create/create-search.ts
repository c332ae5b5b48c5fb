import { isRecordId } from '../../../../domain/text/id.ts'

export interface RequestEditorSearchParams {
  format?: string
  /** Id of the draft; already set before the draft is stored for the first time. */
  draft?: string
  /** Id of a request whose values prefill the new request. */
  base?: string
  /** Prefills the new request with the examples of its format. */
  example?: true
}

const parseId = (raw: unknown) => (isRecordId(raw) ? raw : undefined)

export function parseRequestEditorSearchParams(raw: Record<string, unknown>): RequestEditorSearchParams {
  const search = {
    format: parseId(raw.format),
    draft: parseId(raw.draft),
    base: parseId(raw.base),
    example: raw.example === true || undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as RequestEditorSearchParams
}
