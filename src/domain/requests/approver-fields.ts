import type * as z from 'zod'
import { addComputedValues } from '../fields/computation.ts'
import { getVisibleFields } from '../fields/conditions.ts'
import type { Field, Values } from '../fields/field.ts'
import type { approverFieldsOutputSchema } from './request-output.ts'

export interface ApproverFields extends z.infer<typeof approverFieldsOutputSchema> {}

/** Splits the fields of a format by role: requester fields, approver fields that the requester sees, and internal fields that only approvers see. */
export function splitFieldsByRole(fields: readonly Field[]) {
  const fieldsToKeep = fields.filter(({ approvers }) => approvers === 'keep')
  const shown = fields.filter(({ approvers }) => approvers === 'fill')
  return {
    fields: fields.filter(({ approvers }) => !approvers),
    /** Null if the format has no approver fields. */
    approverFields: shown.length || fieldsToKeep.length ? shown : null,
    internalFields: fieldsToKeep.length ? fieldsToKeep : null,
  }
}

interface RequestFields {
  fields: readonly Field[]
  approverFields?: readonly Field[] | null | undefined
}

/** Returns the fields and values of a request including its approver fields, for the requester's view and the document. Omits hidden fields. */
export function mergeApproverFields({ fields, approverFields }: RequestFields, values: Values, filled: Values) {
  const added = (approverFields ?? []).filter(({ approvers }) => approvers === 'fill')
  if (added.length === 0) return { fields: fields.slice(), values }
  const all = [...fields, ...added]
  return { fields: all, values: { ...values, ...getApproverValues(all, values, filled) } }
}

/** Returns the values of visible approver fields, including values of computed fields. */
export function getApproverValues(all: readonly Field[], values: Values, filled: Values): Values {
  const theirs = all.filter(({ approvers }) => approvers)
  const approverValues = Object.fromEntries(
    theirs.flatMap(({ key }) => (Object.hasOwn(filled, key) ? [[key, filled[key]]] : [])),
  )
  const merged = { ...values, ...approverValues } as Values
  const complete = addComputedValues(all, merged)
  const shown = getVisibleFields(all, complete).filter(({ approvers }) => approvers)
  return Object.fromEntries(
    shown.flatMap(({ key }) => (complete[key] === undefined ? [] : [[key, complete[key]]])),
  ) as Values
}
