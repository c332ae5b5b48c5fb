import { recordIdPattern } from '../../../../domain/text/id.ts'
import { omitUndefined, parseText } from '../../../../lib/search-params.ts'

export interface BatchImportSearchParams {
  format?: string
  /** Id of the import draft that this browser stores. */
  draft?: string
}

export const parseBatchImportSearchParams = (raw: Record<string, unknown>): BatchImportSearchParams =>
  omitUndefined({ format: parseText(raw.format, recordIdPattern), draft: parseText(raw.draft, recordIdPattern) })
