import type { ErrorCode } from '../../src/domain/errors.ts'
import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import type { Field, ValidationContext, Values } from '../../src/domain/fields/field.ts'
import { emptySummary, type RequestSummary } from '../../src/domain/fields/summary.ts'
import { createValidator, summarizeRequest } from '../../src/domain/fields/values.ts'
import type { FormatInput } from '../../src/domain/formats/format.ts'
import { defaultSettings, settingNames, type VersionSetting } from '../../src/domain/formats/version-settings.ts'
import { getValidationContext } from '../lib/clock.ts'
import { createErrorResponse } from '../lib/http.ts'
import { logError } from '../lib/log.ts'
import { queryRow } from '../lib/sql.ts'
import { getDecisionDeadline } from './decision-deadline.ts'
import { createRecordChecker } from './list-records.ts'

type Settings = Required<Pick<FormatInput, VersionSetting>>

/** Immutable content of a version. Parsed once per virtual machine. */
interface VersionContent extends Settings {
  updated: string
  /** Fields that the requester fills in. */
  fields: Field[]
  /** Fields that approvers fill in, visible to the requester or hidden from them. */
  approverFields: Field[]
  body: string
}

export interface PublishedFormatVersion extends VersionContent {
  id: string
  format: string
  version: number
  code: string
  name: string
  description: string
  status: string
  requiresReview: boolean
  dueDays: number
}

const versionColumns = {
  id: '',
  format: '',
  version: 0,
  updated: '',
  code: '',
  name: '',
  description: '',
  status: '',
  requiresReview: 0,
  dueDays: 0,
}
const versionQuery = `SELECT v.id, v.format, v.version, v.updated, f.code, f.name, f.description, f.status, f.requiresReview, f.dueDays
  FROM format_versions v JOIN formats f ON f.id = v.format`

const contentCache = new Map<string, VersionContent>()
const maxCached = 20
const contentColumns = ['fields', 'approverFields', 'internalFields', 'body', ...settingNames]

function loadContent(app: CoreApp, { id, updated }: typeof versionColumns): VersionContent {
  const known = contentCache.get(id)
  if (known?.updated === updated) return known
  const query = `SELECT ${contentColumns.map((name) => `ifnull(${name}, '') AS ${name}`)} FROM format_versions WHERE id = {:id}`
  const found = queryRow(app, query, { id }, Object.fromEntries(contentColumns.map((name) => [name, ''])))
  const parse = <Value>(name: string, otherwise: Value): Value => {
    const stored = found?.[name] ?? ''
    if (typeof otherwise === 'boolean') return Boolean(stored) as Value
    try {
      return JSON.parse(stored || 'null') ?? otherwise
    } catch (error) {
      logError(`version ${id} of a format cannot be read:`, error)
      throw createErrorResponse('format.invalid')
    }
  }
  const settings = settingNames.map((name) => [name, parse(name, defaultSettings[name])])
  const read: VersionContent = {
    updated,
    fields: parse<Field[]>('fields', []),
    approverFields: [...parse<Field[]>('approverFields', []), ...parse<Field[]>('internalFields', [])],
    body: found?.body ?? '',
    ...(Object.fromEntries(settings) as Settings),
  }
  if (contentCache.size >= maxCached) contentCache.clear()
  contentCache.set(id, read)
  return read
}

function readVersion(app: CoreApp, found: typeof versionColumns | undefined): PublishedFormatVersion | undefined {
  if (!found) return undefined
  const content = loadContent(app, found)
  // Requests with stages, with approver fields or of people without an account always require approval, even if the format no longer does.
  const hasApproverWork = content.route.length > 0 || content.approverFields.length > 0
  const requiresReview = found.requiresReview === 1 || hasApproverWork || content.external.who !== undefined
  return { ...found, ...content, requiresReview }
}

export function findVersion(app: CoreApp, id: string): PublishedFormatVersion | undefined {
  return readVersion(app, queryRow(app, `${versionQuery} WHERE v.id = {:id}`, { id }, versionColumns))
}

/** Returns the version that new requests use; `undefined` if the format is not published. */
export function findPublishedVersion(app: CoreApp, format: string): PublishedFormatVersion | undefined {
  const found = queryRow(
    app,
    `${versionQuery} WHERE f.id = {:format} AND f.status = 'published' AND v.version = f.version`,
    { format },
    versionColumns,
  )
  return readVersion(app, found)
}

interface ValidationResult extends RequestSummary {
  values: Values
  errors: Record<string, string>
}

type RequestValidator = (values: unknown, owner: string) => ValidationResult

type FieldChecker = ReturnType<typeof createValidator>
const checkerCache = new WeakMap<Field[], { day: string; check: FieldChecker }>()

/** Returns the validator of these fields. Cached per day and country. */
function getFieldValidator(fields: Field[], context: ValidationContext): FieldChecker {
  const day = JSON.stringify(context)
  const known = checkerCache.get(fields)
  if (known?.day === day) return known.check
  const check = createValidator(fields, context)
  checkerCache.set(fields, { day, check })
  return check
}

/**
 * Returns a function that validates many requests of one version. It cleans values, adds computed ones and returns errors for the requester.
 * Prepared at first use. `isCached`: caches the results of repeated texts while the function exists; set for the rows of a batch.
 */
export function createRequestValidator(
  app: CoreApp,
  version: PublishedFormatVersion,
  isCached = false,
): RequestValidator {
  let check: FieldChecker | undefined
  let unlike: ReturnType<typeof createRecordChecker> | undefined
  const isFixed = version.fields.some(({ list }) => list?.fixed)
  return (input, owner) => {
    check ??= isCached
      ? createValidator(version.fields, getValidationContext(app), true)
      : getFieldValidator(version.fields, getValidationContext(app))
    const { values, errors } = check(input)
    // The server itself copies the record of a person without an account. Its values stay if the record leaves the list.
    if (isFixed && owner !== externalOwnerId) {
      // Uses `$app` instead of the caller's transaction, because the cached checker outlives it. The checker only reads.
      unlike ??= createRecordChecker($app, version.fields, getValidationContext(app))
      for (const [key, code] of Object.entries(unlike(values, owner))) errors[key] ??= code as ErrorCode
    }
    if (Object.keys(errors).length) return { values, errors, ...emptySummary }
    return { values, errors, ...summarizeRequest(version, version.fields, values) }
  }
}

/** Number of validations whose results are reused: at least those of a chunk of requests. */
const maxReused = 100

/** Returns the stored result for the same input, so that a transaction need not validate again. */
function reuseResults<Args extends unknown[], Result>(validate: (...args: Args) => Result): (...args: Args) => Result {
  const known = new Map<string, Result>()
  return (...args) => {
    const text = JSON.stringify(args)
    const stored = known.get(text)
    if (stored) return stored
    if (known.size >= maxReused) known.clear()
    const result = validate(...args)
    known.set(text, result)
    return result
  }
}

/** Function that validates approver values together with the requester's values. Returns only approver values and their errors. */
type ApproverValidator = (own: Values, filled: Values) => Omit<ValidationResult, keyof RequestSummary>

function createApproverValidator(app: CoreApp, { fields, approverFields }: PublishedFormatVersion): ApproverValidator {
  const all = [...fields, ...approverFields]
  const theirs = new Set(approverFields.map(({ key }) => key))
  const only = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => theirs.has(path.split('.')[0] ?? '')))
  let check: FieldChecker | undefined
  return (own, filled) => {
    check ??= createValidator(all, getValidationContext(app))
    const { values, errors } = check({ ...own, ...only(filled) })
    return { values: only(values), errors: only(errors) }
  }
}

export interface ValidatedVersion extends PublishedFormatVersion {
  validate: RequestValidator
  validateApproverValues: ApproverValidator
  /** Decision deadline of a request submitted now; empty if there is none. */
  due: string
}

export type VersionLoader = (app: CoreApp, id: string) => ValidatedVersion | undefined

/** Returns a function that loads versions by id. Each version is loaded and prepared once per call. */
export function createVersionCache(): VersionLoader {
  const known = new Map<string, ValidatedVersion | undefined>()
  return (app, id) => {
    if (!known.has(id)) {
      const version = findVersion(app, id)
      known.set(
        id,
        version && {
          ...version,
          validate: reuseResults(createRequestValidator(app, version)),
          validateApproverValues: reuseResults(createApproverValidator(app, version)),
          due: getDecisionDeadline(app, version),
        },
      )
    }
    return known.get(id)
  }
}
