import type { Field, Values } from '../fields/field.ts'
import { computeValues, visibleFields } from '../fields/values.ts'
import type { Moment } from '../text/text-types.ts'

/** What `GET /api/app/requests/{id}/filled` answers: of the fields that deciders fill those that whoever asks may see. */
export interface FilledByDeciders {
  fields: Field[]
  values: Values
  updated: Moment | ''
  /** Whether the caller may fill them now. @description Si la cuenta puede diligenciarlos ahora */
  open: boolean
}

/** The fields of a format as a version keeps them: its owner's, those that deciders fill for the owner to see, and those they keep. */
export function fieldPartsOf(fields: readonly Field[]) {
  const kept = fields.filter(({ deciders }) => deciders === 'keep')
  const shown = fields.filter(({ deciders }) => deciders === 'fill')
  return {
    fields: fields.filter(({ deciders }) => !deciders),
    /** Null where there is nothing to fill. */
    deciderFields: shown.length || kept.length ? shown : null,
    keptFields: kept.length ? kept : null,
  }
}

interface Asking {
  fields: readonly Field[]
  deciderFields?: readonly Field[] | null | undefined
}

/** What the owner may see of a request, or its document says, with what was filled beside it; what no longer applies is left out. */
export function withFilled({ fields, deciderFields }: Asking, values: Values, filled: Values) {
  const added = (deciderFields ?? []).filter(({ deciders }) => deciders === 'fill')
  if (added.length === 0) return { fields: fields.slice(), values }
  const all = [...fields, ...added]
  return { fields: all, values: { ...values, ...ofDeciders(all, values, filled) } }
}

/** The values of those of these fields that deciders fill, where they apply, with the computed ones. */
export function ofDeciders(all: readonly Field[], values: Values, filled: Values): Values {
  const theirs = all.filter(({ deciders }) => deciders)
  const given = Object.fromEntries(
    theirs.flatMap(({ key }) => (Object.hasOwn(filled, key) ? [[key, filled[key]]] : [])),
  )
  const merged = { ...values, ...given } as Values
  const complete = { ...merged, ...computeValues(all, merged) }
  const shown = visibleFields(all, complete).filter(({ deciders }) => deciders)
  return Object.fromEntries(
    shown.flatMap(({ key }) => (complete[key] === undefined ? [] : [[key, complete[key]]])),
  ) as Values
}
