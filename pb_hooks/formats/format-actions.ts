import * as z from 'zod/mini'
import { findUnsupportedCharacters } from '../../src/domain/documents/layout/supported-characters.ts'
import type { Column, Field } from '../../src/domain/fields/field.ts'
import { type FormatInput, formatSchema } from '../../src/domain/formats/format.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { settingNames } from '../../src/domain/formats/version-settings.ts'
import { splitFieldsByRole } from '../../src/domain/requests/approver-fields.ts'
import { getPrefillSourceOptions } from '../../src/domain/requests/prefill-sources.ts'
import { getValidationContext } from '../lib/clock.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput, toErrorCode } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { getProfileFields, requireAdmin } from '../lib/users.ts'
import { hasUnpublishedChanges, refuseInvalidCode } from './formats.ts'
import { findInvalidExternalAccess, findInvalidListBindings } from './list-records.ts'
import { buildFormatMatchIndex } from './match-index.ts'
import { loadSignatories } from './named-signatories.ts'
import { readSettings, readUncheckedSettings } from './version-record.ts'

/** `POST /api/app/formats/{id}/publish`: publishes the working copy as the next version, which new requests then use. */
export function publishFormat(e: core.RequestEvent) {
  const fieldsOf = (format: core.Record) => parseStoredJson<Field[]>(format.getString('fields'), [])
  requireAdmin(e)
  // Validates before the transaction, because all other writers would wait for a large format.
  const validated = requireFormat(e.app, e)
  const input = requireValidFormat(e.app, validated)
  buildFormatMatchIndex(e.app, fieldsOf(validated))
  return applyTransition(e, 'publish', ['draft', 'published'], (tx, format) => {
    if (format.getString('updated') !== validated.getString('updated')) throw createErrorResponse('format.changed', 409)
    refuseErrors(findUnknownReferences(tx, input))
    format.set('status', 'published')
    format.set('edited', false)
    if (!hasUnpublishedChanges(tx, format)) return
    const version = format.getInt('version') + 1
    format.set('version', version)
    tx.save(
      new Record(tx.findCachedCollectionByNameOrId('format_versions'), {
        format: format.id,
        version,
        ...splitFieldsByRole(fieldsOf(format)),
        body: format.getString('body'),
        ...readSettings(format),
      }),
    )
    buildFormatMatchIndex(tx, fieldsOf(format), (work) => work(tx))
  })
}

/** `POST /api/app/formats/{id}/archive`: prevents new requests of the format. Existing requests continue. */
export function archiveFormat(e: core.RequestEvent) {
  return applyTransition(e, 'archive', ['published'], (_tx, format) => format.set('status', 'archived'))
}

/** `POST /api/app/formats/{id}/restore`: allows new requests of an archived format again. */
export function restoreFormat(e: core.RequestEvent) {
  return applyTransition(e, 'restore', ['archived'], (_tx, format) => format.set('status', 'published'))
}

/** `POST /api/app/formats/{id}/copy` with `{code, name}`: creates a draft with the content of another format. */
export function copyFormat(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { code, name } = readInput(e, copyInput)
  const original = requireFormat(e.app, e)
  const draft = new Record(e.app.findCachedCollectionByNameOrId('formats'))
  for (const field of [
    'aliases',
    'description',
    'category',
    'fields',
    'body',
    'requiresReview',
    ...settingNames,
    'dueDays',
    'keepYears',
    'access',
    'groups',
  ])
    draft.set(field, original.get(field))
  draft.load({ code, name, status: 'draft', version: 0 })
  writeInTransaction(e.app, (tx) => {
    refuseInvalidCode(tx, code, '')
    tx.save(draft)
    const details = { from: original.getString('code') }
    recordEvent(tx, { subject: 'formats', subjectId: draft.id, actor: caller, action: 'create', to: 'draft', details })
  })
  return e.json(200, draft)
}

const copyInput = z.pick(formatSchema, { code: true, name: true })

type Change = (tx: CoreApp, format: core.Record) => void

function applyTransition(e: core.RequestEvent, action: string, allowed: string[], change: Change) {
  const caller = requireAdmin(e)
  let format = requireFormat(e.app, e)
  writeInTransaction(e.app, (tx) => {
    format = requireFormat(tx, e)
    const from = format.getString('status')
    if (!allowed.includes(from)) throw createErrorResponse('format.transition', 409)
    change(tx, format)
    tx.save(format)
    const details = { version: format.getInt('version') }
    recordEvent(tx, {
      subject: 'formats',
      subjectId: format.id,
      actor: caller,
      action,
      from,
      to: format.getString('status'),
      details,
    })
  })
  return e.json(200, format)
}

function requireFormat(app: CoreApp, e: core.RequestEvent): core.Record {
  const format = app.findRecordsByIds('formats', [getPathId(e)])[0]
  if (!format) throw new NotFoundError()
  return format
}

/** Returns the content of a format. Refuses a format from which no document can be generated; errors by path of the invalid part. */
function requireValidFormat(app: CoreApp, format: core.Record): FormatInput {
  const written = {
    code: format.getString('code'),
    name: format.getString('name'),
    aliases: format.getString('aliases'),
    description: format.getString('description'),
    category: format.getString('category'),
    fields: JSON.parse(format.getString('fields') || '[]'),
    body: format.getString('body'),
    requiresReview: format.getBool('requiresReview'),
    ...readUncheckedSettings(format),
    dueDays: format.getInt('dueDays'),
    keepYears: format.getInt('keepYears'),
    access: format.getString('access'),
    groups: [...format.getStringSlice('groups')],
  }
  const judged = formatSchema.safeParse(written)
  if (!judged.success) {
    const errors = judged.error.issues.map(({ path, message }) => [path.join('.'), toErrorCode(message)])
    throw createErrorResponse('format.invalid', 400, Object.fromEntries(errors))
  }
  refuseErrors({
    ...validateFormat(judged.data, getValidationContext(app)),
    ...(!getDocumentServiceUrl() && findUnprintable(judged.data)),
    ...findUnknownReferences(app, judged.data),
  })
  return judged.data
}

function refuseErrors(errors: Record<string, string>) {
  if (Object.keys(errors).length) throw createErrorResponse('format.invalid', 400, errors)
}

/** Returns errors, by path, of parts that reference missing records: signatories, approvers, prefill sources and lists. */
const findUnknownReferences = (app: CoreApp, input: FormatInput): Record<string, string> => ({
  ...findUnknownSignatories(app, input),
  ...findUnknownApprovers(app, input),
  ...findUnknownSources(app, input),
  ...findInvalidListBindings(app, input.fields),
  ...findInvalidExternalAccess(app, input),
})

/** Returns errors, by path, of signature blocks whose signatory does not exist. */
function findUnknownSignatories(app: CoreApp, { signatures = [] }: FormatInput): Record<string, string> {
  const known = signatures.some(({ by }) => by === 'signatory') ? loadSignatories(app).map(({ id }) => id) : []
  const odd = signatures.flatMap((block, i) => (block.by === 'signatory' && !known.includes(block.signatory) ? i : []))
  return Object.fromEntries(odd.map((i) => [`signatures.${i}.signatory`, 'format.signatory']))
}

/** Returns errors, by path, of stages whose group or user does not exist. */
function findUnknownApprovers(app: CoreApp, { route = [] }: FormatInput): Record<string, string> {
  const isThere = (table: 'groups' | 'users', id: string) => app.findRecordsByIds(table, [id]).length > 0
  const errors: Record<string, string> = {}
  route.forEach(({ group, people = [] }, i) => {
    if (group !== undefined && !isThere('groups', group)) errors[`route.${i}.group`] = 'notFound'
    people.forEach((user, j) => {
      if (!isThere('users', user)) errors[`route.${i}.people.${j}`] = 'notFound'
    })
  })
  return errors
}

/** Returns errors, by path, of fields whose prefill source is in neither profile nor organisation. */
function findUnknownSources(app: CoreApp, { fields }: FormatInput): Record<string, string> {
  if (!fields.some(({ from }) => from)) return {}
  const known = getPrefillSourceOptions(getProfileFields(getSettingsRecord(app))).map(({ value }) => value)
  const odd = fields.flatMap(({ from }, i) => (from && !known.includes(from) ? i : []))
  return Object.fromEntries(odd.map((i) => [`fields.${i}.from`, 'format.source']))
}

/** Returns errors, by path, of texts with characters that documents cannot print. */
function findUnprintable({ fields, body }: FormatInput): Record<string, string> {
  const isOdd = ({ options = [] }: Column) => options.some(({ value }) => findUnsupportedCharacters(value).length > 0)
  const odd = fields.flatMap((field, i) => [
    ...(isOdd(field) ? [`fields.${i}.options`] : []),
    ...(field.columns ?? []).flatMap((column, j) => (isOdd(column) ? [`fields.${i}.columns.${j}.options`] : [])),
  ])
  if (findUnsupportedCharacters(body).length > 0) odd.push('body')
  return Object.fromEntries(odd.map((path) => [path, 'unprintable']))
}
