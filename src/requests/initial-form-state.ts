import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Field, ValidationContext, Values } from '../domain/fields/field.ts'
import {
  addRequesterSources,
  getInitialValue,
  type PrefillOrigin,
  type PrefillSources,
} from '../domain/requests/prefill.ts'
import type { Request } from '../domain/requests/request-output.ts'
import { toFormValues } from './form-conversion.ts'
import { type FormCell, type FormValues, validateForm } from './form-values.ts'
import type { LocalDraft } from './local-draft.ts'

export interface InitialFormState {
  typed: FormValues
  /** Field `updated` of the stored draft that is opened; empty if none is stored. */
  base: string
  /** True if the browser has changes that the server does not have. */
  unsaved: boolean
  filled?: PrefilledValues
}

/**
 * Returns the initial state of a draft's form: the local draft, if any; otherwise the server's draft. A local draft
 * keeps its `base`, so that the next save keeps the server's text apart if it changed meanwhile.
 */
export function createInitialFormState(
  fields: readonly Field[],
  local: LocalDraft | null,
  draft: Pick<Request, 'values' | 'updated'> | null,
  context: ValidationContext,
): InitialFormState {
  const base = draft?.updated ?? ''
  if (!local) return { typed: toFormValues(fields, draft?.values ?? {}), base, unsaved: false }
  const saved = draft !== null && isDeepEqual(validateForm(fields, local.typed, context).values, draft.values)
  if (saved) return { typed: local.typed, base, unsaved: false }
  return { typed: local.typed, base: local.base, unsaved: true }
}

/** Source and initial text of the prefilled values, by field key. */
export type PrefilledValues = Record<string, { by: PrefillOrigin; typed: FormCell }>

/** Returns a copy of the values without files, because each file belongs to one request. */
export function omitFiles<Content extends Values | FormValues>(fields: readonly Field[], values: Content): Content {
  const copy = { ...values }
  for (const { key, type } of fields) if (type === 'file') delete copy[key]
  return copy
}

/**
 * Returns the initial values of a new form. `values`: values of a copied request; they replace defaults, except dates
 * with the default «today».
 */
export function createPrefilledForm(
  fields: readonly Field[],
  context: ValidationContext,
  sources: PrefillSources,
  values: Values = {},
): { typed: FormValues; filled: PrefilledValues } {
  const begun = omitFiles(fields, values)
  const by: Record<string, PrefilledValues[string]['by']> = {}
  for (const field of addRequesterSources(fields, sources)) {
    const taken = getInitialValue(field, context, sources)
    if (!taken || (begun[field.key] !== undefined && taken.by !== 'today')) continue
    begun[field.key] = taken.value
    by[field.key] = taken.by
  }
  const typed = toFormValues(fields, begun)
  const filled = Object.entries(by).map(([key, from]) => [key, { by: from, typed: typed[key] as FormCell }])
  return { typed, filled: Object.fromEntries(filled) }
}
