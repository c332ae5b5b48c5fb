import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Field, ValidationContext, Values } from '../domain/fields/field.ts'
import { getInitialValue, type PrefillOrigin, type PrefillSources } from '../domain/requests/prefill.ts'
import type { Request } from '../domain/requests/request.ts'
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
 * Merges the local and the stored version of a draft into the form's initial state. A local draft keeps its original
 * `base`. If the stored draft changed meanwhile, the next save is refused and the user is asked.
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

interface PrefilledForm {
  typed: FormValues
  filled: PrefilledValues
}

/**
 * Returns the initial values of a new form. Values of an earlier request (`values`) come first, then the defaults of
 * the format. The default date and place of issue come last. Date defaults are today also in a copy.
 */
export function createPrefilledForm(
  fields: readonly Field[],
  context: ValidationContext,
  sources: PrefillSources,
  values: Values = {},
): PrefilledForm {
  const begun: Values = { ...values }
  // Files are not copied, because each file belongs to one request.
  for (const { key, type } of fields) if (type === 'file') delete begun[key]
  const by: Record<string, PrefilledValues[string]['by']> = {}
  for (const field of fields) {
    const taken = getInitialValue(field, context, sources)
    if (!taken || (begun[field.key] !== undefined && taken.by !== 'today')) continue
    begun[field.key] = taken.value
    by[field.key] = taken.by
  }
  const typed = toFormValues(fields, begun)
  const filled = Object.entries(by).map(([key, from]) => [key, { by: from, typed: typed[key] as FormCell }])
  return { typed, filled: Object.fromEntries(filled) }
}
