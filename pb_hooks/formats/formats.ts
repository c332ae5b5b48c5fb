import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import { isPlainObject } from '../../src/domain/fields/value-lookup.ts'
import { defaultDueDays, formatSchema } from '../../src/domain/formats/format.ts'
import { defaultSettings } from '../../src/domain/formats/version-settings.ts'
import { splitFieldsByRole } from '../../src/domain/requests/approver-fields.ts'
import { findInvalidTextPath } from '../../src/domain/text/valid-characters.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, refuseReservedFields, refuseStaleUpdate } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRow } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { isAdmin } from '../lib/users.ts'
import { findVersionRecord, readSettings } from './version-record.ts'

/** Codes that formats may not use, because request numbers (`SOL`) and batch numbers (`LOT`) start with them. */
const reservedCodes = ['SOL', 'LOT']

/** Creates a format as a draft, visible to administrators only. */
export function createFormat(e: core.RecordRequestEvent) {
  const format = e.record
  if (!format || e.hasSuperuserAuth()) return e.next()
  refuseInvalidWrite(e)
  format.set('status', 'draft')
  format.set('version', 0)
  format.set('edited', false)
  normalizeAccess(format)
  if (e.requestInfo().body.dueDays === undefined) format.set('dueDays', defaultDueDays)
  runRecordTransaction(e, (tx) => {
    e.next()
    recordEvent(tx, { subject: 'formats', subjectId: format.id, actor: e.auth, action: 'create', to: 'draft' })
  })
}

/** Sets the default access, and removes groups that do not apply. */
function normalizeAccess(format: core.Record) {
  if (format.getString('access') === '') format.set('access', 'everybody')
  if (format.getString('access') === 'everybody') format.set('groups', [])
}

/** Returns a part of a format as text. `getString` is empty for relations to several records. */
const readPart = (format: core.Record, part: string) =>
  part === 'groups' ? [...format.getStringSlice(part)].join() : format.getString(part)

const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isPlainObject)

/** Sets missing JSON parts of a working copy to empty ones, and refuses parts of the wrong kind. Their content may be incomplete until the publication. */
function normalizeParts(format: core.Record) {
  for (const [part, empty] of Object.entries({ ...defaultSettings, fields: [] })) {
    if (typeof empty === 'boolean') continue
    const value = parseStoredJson<unknown>(format.getString(part), null)
    const isOfKind = Array.isArray(empty) ? isListOfObjects(value) : isPlainObject(value)
    if (value === null) format.set(part, empty)
    else if (!isOfKind || (part === 'fields' && !hasListsOfColumns(value)))
      throw createErrorResponse('invalid', 400, { [part]: 'invalid' })
  }
}

const hasListsOfColumns = (fields: unknown) =>
  isListOfObjects(fields) && fields.every(({ columns = [] }) => isListOfObjects(columns))

/**
 * Saves the working copy of a format; requests use it only after publication. `?updated=`: timestamp of the version
 * that the client loaded.
 */
export function updateFormat(e: core.RecordRequestEvent) {
  const format = e.record
  if (!format || e.hasSuperuserAuth()) return e.next()
  refuseInvalidWrite(e)
  normalizeAccess(format)
  runRecordTransaction(e, (tx) => {
    const stored = tx.findRecordById('formats', format.id)
    refuseStaleUpdate(e, stored, 'format.changed')
    // The code cannot change after the first publication, because documents contain it in their number.
    if (stored.getInt('version') > 0 && stored.getString('code') !== format.getString('code'))
      throw createErrorResponse('format.codeImmutable', 400, { code: 'format.codeImmutable' })
    format.set('edited', stored.getInt('version') > 0 && hasUnpublishedChanges(tx, format))
    e.next()
    const written = Object.keys(formatSchema.shape).filter((part) => readPart(stored, part) !== readPart(format, part))
    const line = { subject: 'formats', subjectId: format.id, actor: e.auth, action: 'update' } as const
    if (written.length) recordEvent(tx, { ...line, details: { fields: written } })
  })
}

/**
 * Deletes a format that was never published. A published format cannot be deleted, because requests and documents use
 * it.
 */
export function deleteFormat(e: core.RecordRequestEvent) {
  const format = e.record
  if (!format || e.hasSuperuserAuth()) return e.next()
  if (!e.auth || !isAdmin(e.auth)) throw createErrorResponse('user.forbidden', 403)
  runRecordTransaction(e, (tx) => {
    if (tx.findRecordById('formats', format.id).getInt('version') > 0) throw createErrorResponse('format.transition')
    e.next()
    recordEvent(tx, {
      subject: 'formats',
      subjectId: format.id,
      actor: e.auth,
      action: 'delete',
      details: { code: format.getString('code') },
    })
  })
}

/**
 * Saves only the changed fields, so that concurrent changes of different fields are both kept. Code that changes
 * requests calls this function explicitly.
 */
export function saveChangedFieldsOnly(e: core.RecordEvent) {
  e.record?.ignoreUnchangedFields(true)
  return e.next()
}

/** Returns whether the working copy differs from the latest published version. */
export function hasUnpublishedChanges(tx: CoreApp, format: core.Record): boolean {
  const latest = findVersionRecord(tx, format)
  if (latest?.getString('body') !== format.getString('body')) return true
  const parts = Object.entries(splitFieldsByRole(parseStoredJson<Field[]>(format.getString('fields'), [])))
  return (
    parts.some(([part, fields]) => !isDeepEqual(parseStoredJson(latest.getString(part), null), fields)) ||
    !isDeepEqual(readSettings(latest), readSettings(format))
  )
}

function refuseInvalidWrite(e: core.RecordRequestEvent) {
  if (!e.auth || !isAdmin(e.auth)) throw createErrorResponse('user.forbidden', 403)
  refuseExpensiveQuery(e)
  refuseReservedFields(e, ['status', 'version'], 'user.forbidden')
  refuseInvalidCode(e.app, e.record?.getString('code') ?? '', e.record?.id ?? '')
  if (e.record) normalizeParts(e.record)
  refuseInvalidCharacters(e.record)
}

/** Refuses a working copy with characters that no document can print. */
function refuseInvalidCharacters(format: core.Record | undefined) {
  for (const name of ['name', 'aliases', 'description', 'category', 'body'])
    if (findInvalidTextPath(format?.getString(name)) !== undefined)
      throw createErrorResponse('invalid', 400, { [name]: 'characters' })
  const odd = findInvalidTextPath(parseStoredJson(format?.getString('fields'), []))
  if (odd !== undefined) throw createErrorResponse('invalid', 400, { [`fields.${odd}`]: 'characters' })
}

/** Refuses a code that is invalid, reserved or used by another format. */
export function refuseInvalidCode(app: CoreApp, code: string, id: string) {
  if (!formatSchema.shape.code.safeParse(code).success)
    throw createErrorResponse('format.code', 400, { code: 'format.code' })
  const others = 'SELECT id FROM formats WHERE code = {:code} AND id != {:id}'
  if (reservedCodes.includes(code) || queryRow(app, others, { code, id }, { id: '' }))
    throw createErrorResponse('format.codeTaken', 400, { code: 'format.codeTaken' })
}
