import type { Column } from '../../domain/field.ts'

/** What may stand in a cell where only a few things may. */
export function optionsOf({ type, options }: Column): string[] | undefined {
  if (type === 'boolean') return ['Sí', 'No']
  return type === 'choice' ? (options ?? []).map(({ value }) => value) : undefined
}
