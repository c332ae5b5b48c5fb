import { type Block, runsIn } from '../../domain/documents/blocks.ts'
import { written } from '../../domain/documents/layout/written.ts'
import type { Field } from '../../domain/fields/field.ts'

/** The characters that the PDF's letters lack, each with the field it stands in: «李» en «Nombre completo». */
export function unwritable(blocks: readonly Block[], fields: readonly Field[]): string[] {
  const columns = fields.flatMap((field) => field.columns ?? [])
  const labelOf = (key: string) => [...fields, ...columns].find((field) => field.key === key)?.label ?? key
  const found = new Set<string>()
  for (const { text, key } of blocks.flatMap(runsIn))
    if (key) written(text, (character) => found.add(`«${character}» en «${labelOf(key)}»`))
  return [...found]
}
