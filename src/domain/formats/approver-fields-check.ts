import type { ErrorCode } from '../errors.ts'
import type { Column, Field } from '../fields/field.ts'
import { getReferencedKeys } from './referenced-keys.ts'

/** Visibility rank of a field. A field may only refer to fields of the same or a lower rank. */
const rank = ({ approvers }: Pick<Field, 'approvers'>) => (approvers === 'keep' ? 2 : approvers === 'fill' ? 1 : 0)

export function validateApproverFields(
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
