import type { Field } from '../../domain/fields/field.ts'

/** Returns the source that inserts a field: its tag, or for a table the header and a section with a row. */
export function createFieldSource({ key, type, columns = [] }: Field): string {
  if (type !== 'table') return `{{${key}}}`
  const cells = columns.map((column) => `{{${column.key}}}`).join(' | ')
  return `| ${columns.map(({ label }) => label).join(' | ')} |\n{{#${key}}}\n| ${cells} |\n{{/${key}}}`
}
