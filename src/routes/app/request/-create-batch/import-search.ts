import { isRecordId } from '../../../../domain/text/id.ts'

export interface BatchImportSearchParams {
  format?: string
  /** Id of the import draft that this browser stores. */
  draft?: string
}

const parseId = (raw: unknown) => (isRecordId(raw) ? raw : undefined)

export function parseBatchImportSearchParams(raw: Record<string, unknown>): BatchImportSearchParams {
  const search = { format: parseId(raw.format), draft: parseId(raw.draft) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as BatchImportSearchParams
}
