import type { FormatInput } from '../../../../domain/formats/format.ts'
import { maxFormatFileBytes, parseFormatFile } from '../../../../domain/formats/format-file.ts'
import {
  adaptReferences,
  type KnownRecords,
  type MissingReference,
} from '../../../../domain/formats/format-references.ts'
import { getPrefillSourceOptions } from '../../../../domain/requests/prefill-sources.ts'
import { describeFileError } from '../../../../formats/file/describe-file-error.ts'
import { groupListQuery, userNamesQuery } from '../../../../groups/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { allListsQuery } from '../../../../lists/queries.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { signatoryListQuery } from '../../../../settings/signatory-queries.ts'

export interface ImportedFormat {
  format: FormatInput
  /** References to records that this installation does not have. `format` does not contain them. */
  missing: MissingReference[]
  /** Properties that formats do not have. They are not in `format`. */
  unknownPaths: string[]
}

type FormatFileResult = { imported: ImportedFormat; errors?: undefined } | { imported?: undefined; errors: string[] }

/**
 * Reads a format file and adapts it to this installation. If the file is invalid, returns the errors with their place.
 */
export async function readFormatFile(file: File): Promise<FormatFileResult> {
  if (file.size > maxFormatFileBytes) return { errors: ['El archivo pesa más de 1 MB. No es el de un formato.'] }
  const parsed = parseFormatFile(await file.text())
  if (!parsed.file) return { errors: parsed.errors.map(describeFileError) }
  const { format, references } = parsed.file
  const known = { ...(await loadKnownRecords(format)), sources: await loadSources() }
  return { imported: { ...adaptReferences(format, references, known), unknownPaths: parsed.unknownPaths } }
}

async function loadKnownRecords({ route = [] }: FormatInput): Promise<KnownRecords> {
  const deciders = route.flatMap(({ people = [] }) => people)
  const [signatories, groups, people, lists] = await Promise.all([
    queryClient.query(signatoryListQuery),
    queryClient.query(groupListQuery),
    deciders.length > 0 ? queryClient.query(userNamesQuery(deciders)) : [],
    queryClient.query(allListsQuery),
  ])
  return { signatories, groups, people, lists }
}

async function loadSources(): Promise<string[]> {
  const { profileFields } = await queryClient.query(settingsQuery())
  return getPrefillSourceOptions(profileFields ?? []).map(({ value }) => value)
}
