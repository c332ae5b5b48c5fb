import { type Block, getBlockRuns } from '../../domain/documents/blocks.ts'
import { toSupportedCharacters } from '../../domain/documents/layout/supported-characters.ts'
import type { Field } from '../../domain/fields/field.ts'

/** Lists the characters that the PDF's fonts lack, with their fields: «李» en «Nombre completo». */
export function listUnsupportedCharacters(blocks: readonly Block[], fields: readonly Field[]): string[] {
  const columns = fields.flatMap((field) => field.columns ?? [])
  const labelOf = (key: string) => [...fields, ...columns].find((field) => field.key === key)?.label ?? key
  const found = new Set<string>()
  for (const { text, key } of blocks.flatMap(getBlockRuns))
    if (key) toSupportedCharacters(text, (character) => found.add(`«${character}» en «${labelOf(key)}»`))
  return [...found]
}
