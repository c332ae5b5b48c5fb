import { normalizeHeader } from '../batches/header-words.ts'
import { getTemplateFields } from '../documents/document-date.ts'
import type { TemplateError } from '../documents/template.ts'
import { validateTemplate } from '../documents/template-check.ts'
import type { ErrorCode } from '../errors.ts'
import { sortByFormulaDependency } from '../fields/computation.ts'
import { getConditionFieldKeys } from '../fields/conditions.ts'
import { findInvalidExamples } from '../fields/examples.ts'
import type { Column, Field, FieldLookup, ValidationContext } from '../fields/field.ts'
import { createFieldLookup, findFieldErrors } from '../fields/field-check.ts'
import { maxSummaryFields } from '../fields/field-types.ts'
import { getFormulaKeys, parseFormula } from '../fields/formula.ts'
import { findInvalidBindings } from '../lists/list-binding.ts'
import { splitFieldsByRole } from '../requests/approver-fields.ts'
import { findInvalidPrefills } from '../requests/prefill.ts'
import { findInvalidTextPath } from '../text/valid-characters.ts'
import { validateDelivery } from './delivery-settings.ts'
import { validateExternalAccess } from './external-access.ts'
import type { FormatInput } from './format.ts'
import { getReferencedKeys } from './referenced-keys.ts'
import { validateRoute } from './route-check.ts'
import { validateSigning } from './signing-settings.ts'
import { validateVerification } from './verification-settings.ts'

/** Error code by path: `fields.2.key`, `fields.4.columns.0.formula`, `body`. */
type FormatErrors = Record<string, ErrorCode>

const maxTableColumns = 50

type CheckedFormat = Pick<
  FormatInput,
  | 'fields'
  | 'body'
  | 'signatures'
  | 'paper'
  | 'delivery'
  | 'signing'
  | 'verification'
  | 'external'
  | 'route'
  | 'access'
  | 'groups'
> &
  Partial<Pick<FormatInput, 'requiresReview'>>

/** Validates a format before publication. The result is empty if there are no errors. `formatSchema` validates the structure separately. */
export function validateFormat(
  {
    fields,
    body,
    signatures = [],
    paper = {},
    delivery = {},
    signing = {},
    verification = {},
    external = {},
    route = [],
    requiresReview = true,
    access,
    groups = [],
  }: CheckedFormat,
  context: ValidationContext,
): FormatErrors {
  const errors: FormatErrors = {}
  checkFields(fields, createFieldLookup(fields), 'fields', errors)
  fields.forEach((field, i) => {
    const path = `fields.${i}.columns`
    const columns = field.columns ?? []
    const nested = columns.some((column) => column.type === 'table' || column.type === 'file')
    const fitting =
      field.type === 'table' ? columns.length > 0 && columns.length <= maxTableColumns : columns.length === 0
    if (nested || !fitting) errors[path] = 'format.columns'
    else checkFields(columns, createColumnLookup(columns, fields), path, errors)
  })
  const odd = findInvalidTextPath(fields)
  if (odd !== undefined) errors[`fields.${odd}`] = 'characters'
  for (const path of findInvalidExamples(fields, context)) errors[`fields.${path}`] ??= 'format.example'
  for (const path of findInvalidBindings(fields)) errors[`fields.${path}`] ??= 'format.list'
  for (const path of findInvalidPrefills(fields, context)) errors[`fields.${path}`] ??= 'format.default'
  fields
    .flatMap(({ summary }, i) => (summary ? i : []))
    .slice(maxSummaryFields)
    .forEach((i) => {
      errors[`fields.${i}.summary`] = 'format.summary'
    })
  validateApproverFields(fields, requiresReview, errors)
  const { fields: own } = splitFieldsByRole(fields)
  checkNamed(signatures, 'signatures', own, errors)
  checkNamed([paper.issuer ?? {}], 'paper.issuer', own, errors)
  if (paper.date !== undefined && own.find(({ key }) => key === paper.date)?.type !== 'date')
    errors['paper.date'] = 'format.day'
  if (paper.letterhead === 'issuer' && !paper.issuer) errors['paper.issuer'] = 'required'
  Object.assign(errors, validateDelivery(delivery, own, requiresReview), validateSigning(signing, own, requiresReview))
  Object.assign(errors, validateVerification(verification, { fields, body }))
  Object.assign(errors, validateExternalAccess({ external, fields, signatures, requiresReview }))
  validateRoute(route, own, errors)
  if (route.length > 0 && !requiresReview) errors.route = 'format.route'
  if (access === 'groups' && groups.length === 0) errors.groups = 'required'
  const inBody = findTemplateErrors(body, fields)
  if (inBody[0]) errors.body = inBody[0].code
  for (const { code, key } of inBody)
    if (code === 'template.internal')
      errors[`fields.${fields.findIndex((field) => field.key === key)}.approvers`] ??= code
  return errors
}

/** Validates a template body. The body may reference only fields that the requester sees; other fields give the error `template.internal`. */
export function findTemplateErrors(
  body: string,
  fields: readonly Field[],
): (Omit<TemplateError, 'code'> & { code: TemplateError['code'] | 'template.internal' })[] {
  const keptKeys = splitFieldsByRole(fields).internalFields?.map(({ key }) => key) ?? []
  const named = getTemplateFields(fields.filter(({ key }) => !keptKeys.includes(key)))
  return validateTemplate(body, named).map((fault) =>
    fault.code === 'template.key' && keptKeys.includes(fault.key) ? { ...fault, code: 'template.internal' } : fault,
  )
}

/** Checks the fields that signature blocks or the issuer reference. Each field must exist and fit on a single line. */
function checkNamed(all: readonly object[], path: string, fields: readonly Field[], errors: FormatErrors) {
  all.forEach((one, i) => {
    for (const [part, key] of Object.entries(one)) {
      if (part === 'by' || part === 'caption' || part === 'signatory') continue
      const field = fields.find((each) => each.key === key)
      const at = path === 'signatures' ? `${path}.${i}.${part}` : `${path}.${part}`
      if (!field || field.type === 'table' || field.type === 'file') errors[at] = 'format.unknown'
    }
  })
}

/** Creates the lookup for a table row: its columns, then fields outside, except computed ones, which are computed after the rows. */
export function createColumnLookup(columns: readonly Column[], fields: readonly Field[]): FieldLookup {
  const find = createFieldLookup<Field | Column>(columns)
  const outer = createFieldLookup(fields.filter(({ type }) => type !== 'table' && type !== 'computed'))
  return (key) => find(key) ?? outer(key)
}

function checkFields(fields: readonly (Field | Column)[], find: FieldLookup, path: string, errors: FormatErrors) {
  const siblings = createFieldLookup(fields)
  fields.forEach((field, i) => {
    for (const [setting, fault] of Object.entries(findFieldErrors(field, find, siblings)))
      errors[`${path}.${i}.${setting}`] = fault
    if (fields.findIndex(({ key }) => key === field.key) !== i) errors[`${path}.${i}.key`] = 'format.duplicate'
  })
  checkNames(fields, path, errors)
  checkCircles(fields, path, errors)
}

/** Reports fields that share a name, because a sheet header may be a key, label or alias. */
function checkNames(fields: readonly Column[], path: string, errors: FormatErrors) {
  const owners = new Map<string, string>()
  const names = fields.map(({ key, label, aliases = [] }) => [key, label, ...aliases].map(normalizeHeader))
  // Checks keys and labels first, because in headers they take precedence over aliases.
  fields.forEach(({ key, type }, i) => {
    if (type === 'computed') return
    for (const name of (names[i] ?? []).slice(0, 2)) {
      if ((owners.get(name) ?? key) !== key) errors[`${path}.${i}.label`] ??= 'format.alias'
      owners.set(name, key)
    }
  })
  fields.forEach(({ key, type }, i) => {
    if (type === 'computed') return
    for (const name of (names[i] ?? []).slice(2)) {
      if (name === '' || (owners.get(name) ?? key) !== key) errors[`${path}.${i}.aliases`] = 'format.alias'
      owners.set(name, key)
    }
  })
}

function checkCircles(fields: readonly Column[], path: string, errors: FormatErrors) {
  const ordered = new Set(sortByFormulaDependency(fields))
  const find = createFieldLookup(fields)
  fields.forEach((field, i) => {
    const formula = field.type === 'computed' ? parseFormula(field.formula ?? '') : null
    if (formula !== null && !ordered.has(field) && getFormulaKeys(formula).length > 0)
      errors[`${path}.${i}.formula`] ??= 'format.cycle'
    if (isHiddenByItself(field, find)) errors[`${path}.${i}.visibleIf`] ??= 'format.cycle'
  })
}

/** Returns whether the visibility of a field depends on the field itself, through the conditions of other fields. */
function isHiddenByItself(field: Column, find: FieldLookup): boolean {
  const keys = new Set(getConditionFieldKeys(field.visibleIf))
  for (const key of keys) for (const next of getConditionFieldKeys(find(key)?.visibleIf)) keys.add(next)
  return keys.has(field.key)
}

/** Visibility rank of a field: 2 if only approvers see it, 1 if they fill it. A field may only refer to fields of the same or a lower rank. */
const rank = ({ approvers }: Pick<Field, 'approvers'>) => (approvers === 'keep' ? 2 : approvers === 'fill' ? 1 : 0)

/** Adds errors under `fields.<index>.<setting>`. */
function validateApproverFields(
  fields: readonly Field[],
  requiresReview: boolean,
  errors: Partial<Record<string, ErrorCode>>,
) {
  fields.forEach((field, i) => {
    if (field.approvers && isRequesterOnly(field)) errors[`fields.${i}.approvers`] = 'format.approvers'
    else if (field.approvers && !requiresReview) errors[`fields.${i}.approvers`] = 'format.approversReview'
    const columns = field.columns ?? []
    const check = (path: string, column: Column & Pick<Field, 'list'>, siblings: readonly Column[]) => {
      for (const [setting, key] of getReferencedKeys(column)) {
        const other = fields.find((each) => each.key === key && !siblings.some((column) => column.key === key))
        if (other && rank(other) > rank(field)) errors[`${path}.${setting}`] ??= 'format.later'
      }
    }
    check(`fields.${i}`, field, [])
    for (const [j, column] of columns.entries()) check(`fields.${i}.columns.${j}`, column, columns)
  })
}

/** Returns whether only the requester can fill a field, because the form or the submission handles it. */
const isRequesterOnly = ({ type, default: begins, from, list, unique }: Field) =>
  type === 'file' || begins !== undefined || from !== undefined || list !== undefined || unique === true
