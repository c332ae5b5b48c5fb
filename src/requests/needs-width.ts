import type { Field } from '../domain/fields/field.ts'

/** Returns whether a table has more than four columns, so that the preview needs a page of its own. */
export const needsWidth = (fields: readonly Field[]): boolean => fields.some(({ columns = [] }) => columns.length > 4)
