import type { Context, Field, Values } from '../domain/fields/field.ts'
import { same } from '../domain/fields/same.ts'
import { type BeginningSource, fieldBeginning, type SourceTexts } from '../domain/requests/prefill.ts'
import type { Request } from '../domain/requests/request.ts'
import { type FormCell, type FormValues, judgeForm } from './form-values.ts'
import type { LocalDraft } from './local-draft.ts'
import { formValuesOf } from './shown.ts'

export interface Opening {
  typed: FormValues
  /** `updated` of the stored draft that this continues; empty when none is stored. */
  base: string
  /** Something was typed that the server does not have. */
  unsaved: boolean
  /** Of a new one: what was put there before anybody typed. */
  filled?: Filled
}

/**
 * What to show of a draft of which the server, this browser, or both know something. A local draft keeps the `base` on which it
 * was typed: where the two went different ways, the next save is refused and the person asked.
 */
export function openingOf(
  fields: readonly Field[],
  local: LocalDraft | null,
  stored: Pick<Request, 'values' | 'updated'> | null,
  context: Context,
): Opening {
  const base = stored?.updated ?? ''
  if (!local) return { typed: formValuesOf(fields, stored?.values ?? {}), base, unsaved: false }
  const saved = stored !== null && same(judgeForm(fields, local.typed, context).values, stored.values)
  if (saved) return { typed: local.typed, base, unsaved: false }
  return { typed: local.typed, base: local.base, unsaved: true }
}

/** By key of a field, where what the form began with was taken from. */
export type Filled = Record<string, { by: BeginningSource; typed: FormCell }>

interface Beginning {
  typed: FormValues
  filled: Filled
}

/**
 * What a new form begins with, which one sees and can change: `values` of an earlier request, and where they say nothing what the format
 * names; without that, the day and the place of issue. Days are today's also in a copy.
 */
export function prefilled(
  fields: readonly Field[],
  context: Context,
  sources: SourceTexts,
  values: Values = {},
): Beginning {
  const begun: Values = { ...values }
  // A file belongs to one request.
  for (const { key, type } of fields) if (type === 'file') delete begun[key]
  const by: Record<string, Filled[string]['by']> = {}
  for (const field of fields) {
    const taken = fieldBeginning(field, context, sources)
    if (!taken || (begun[field.key] !== undefined && taken.by !== 'today')) continue
    begun[field.key] = taken.value
    by[field.key] = taken.by
  }
  const typed = formValuesOf(fields, begun)
  const filled = Object.entries(by).map(([key, from]) => [key, { by: from, typed: typed[key] as FormCell }])
  return { typed, filled: Object.fromEntries(filled) }
}
