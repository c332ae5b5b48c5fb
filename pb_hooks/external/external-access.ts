import type { ExternalFormats } from '../../src/domain/external/external-output.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { normalizeRecordKey } from '../../src/domain/lists/list.ts'
import { createRecordConverter, getBoundFields, getIdentifyingColumn } from '../../src/domain/lists/list-binding.ts'
import { findListById, findListRecords } from '../formats/list-records.ts'
import { findPublishedVersion, type PublishedFormatVersion } from '../formats/versions.ts'
import { getValidationContext } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse } from '../lib/http.ts'
import { queryRow, queryRows } from '../lib/sql.ts'

/** SQL of the published versions that people without an account may request. */
const externalVersions = `FROM formats f JOIN format_versions v ON v.format = f.id AND v.version = f.version
  AND f.status = 'published' AND iif(json_valid(v.external), v.external, '{}') ->> 'who' != ''`

/** Returns whether people without an account may request any format. */
export const hasExternalFormats = (app: CoreApp): boolean =>
  queryRow(app, `SELECT 1 AS n ${externalVersions} LIMIT 1`, {}, { n: 0 }) !== undefined

/** Returns the formats that people without an account may request, in order of name. Parses no versions, because anonymous clients call it. */
export function findExternalFormats(app: CoreApp): ExternalFormats['items'] {
  const fields = "iif(json_valid(v.fields) AND v.external ->> 'who' = 'list', v.fields, '[]')"
  const query = `SELECT f.id, f.name, f.description, ifnull(field.value, '') AS field, ifnull(lists.keyColumn, '') AS keyColumn,
      (SELECT json_group_object(value ->> 'key', value ->> 'label') FROM json_each(${fields})) AS labels
    ${externalVersions} LEFT JOIN json_each(${fields}) AS field ON field.value ->> 'key' = v.external ->> 'field'
      LEFT JOIN lists ON lists.id = field.value ->> '$.list.id' ORDER BY f.name COLLATE NOCASE, f.id LIMIT 100`
  const columns = { id: '', name: '', description: '', field: '', keyColumn: '', labels: '' }
  return queryRows(app, query, {}, columns).map(({ field, keyColumn, labels, ...format }) => {
    const { key = '', list } = parseStoredJson<Partial<Field>>(field, {})
    const by = list && keyColumn ? getIdentifyingColumn(key, list, keyColumn).by : undefined
    return { ...format, recordLabel: parseStoredJson<Record<string, string>>(labels, {})[by ?? ''] ?? '' }
  })
}

export function requireExternalVersion(app: CoreApp, format = ''): PublishedFormatVersion {
  const version = findPublishedVersion(app, format)
  if (!version?.external.who) throw createErrorResponse('external.closed', 404)
  return version
}

/** Returns the list that identifies people without an account; `undefined` if anyone may request the format, or if the list was deleted. */
export function findSourceList(app: CoreApp, { external, fields }: PublishedFormatVersion) {
  const field = external.who === 'list' ? fields.find(({ key }) => key === external.field) : undefined
  const list = field?.list && findListById(app, field.list.id)
  if (!field?.list || !list) return undefined
  const { by = '', column } = getIdentifyingColumn(field.key, field.list, list.keyColumn)
  return { ...list, field, by, column, keys: getBoundFields(field.key, field.list).map(([key]) => key) }
}

/**
 * Returns the field values of the record with this identifying value and this address; `undefined` if there is none. Records with another
 * address take the same query, so that the response time does not disclose them.
 */
export function findRecordOfPerson(
  app: CoreApp,
  version: PublishedFormatVersion,
  typed: unknown,
  email: string,
): Values | undefined {
  const source = findSourceList(app, version)
  if (!source) return undefined
  const { current, column, keyColumn, columns, field } = source
  const [found] = findListRecords(app, current, [normalizeRecordKey(typed)], column === keyColumn ? '' : column)
  const address = found?.values?.[version.external.email ?? '']
  if (!found?.values || typeof address !== 'string' || address.toLowerCase() !== email.toLowerCase()) return undefined
  const filled = createRecordConverter(field, version.fields, columns, getValidationContext(app))(found.values)
  return Object.fromEntries(Object.entries(filled).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}
