import type { Field } from '../domain/fields/field.ts'

/** A table of many columns needs the whole width of a page: its document is looked at apart. */
export const needsWidth = (fields: readonly Field[]): boolean => fields.some(({ columns = [] }) => columns.length > 4)
