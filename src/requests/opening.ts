import type { Context, Field, Values } from '../domain/field.ts'
import type { Request } from '../domain/request.ts'
import { same } from '../domain/same.ts'
import { type FormValues, judgeForm } from './form-values.ts'
import type { LocalDraft } from './local-draft.ts'
import { formValuesOf } from './shown.ts'

export interface Opening {
  typed: FormValues
  /** `updated` of the stored draft that this continues; empty when none is stored. */
  base: string
  /** Something was typed that the server does not have. */
  unsaved: boolean
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

/** What a new form begins with: the day and the place of issue, which one sees and can change. */
export function prefilled(fields: readonly Field[], context: Context, city: string, values: Values = {}): FormValues {
  const issued = fields.filter(({ type, key }) => type === 'date' && /^fecha(_expedicion)?$/.test(key))
  const place = fields.filter(({ type, key }) => type === 'text' && /^ciudad(_expedicion)?$/.test(key) && !values[key])
  return formValuesOf(fields, {
    ...values,
    ...Object.fromEntries(issued.map(({ key }) => [key, context.today])),
    ...(city && Object.fromEntries(place.map(({ key }) => [key, city]))),
  })
}
