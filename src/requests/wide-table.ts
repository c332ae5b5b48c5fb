import type { Field } from '../domain/fields/field.ts'

/** Returns whether a table has more than four columns; its preview then needs the full page width. */
export const hasWideTable = (fields: readonly Field[]): boolean => fields.some(({ columns = [] }) => columns.length > 4)
