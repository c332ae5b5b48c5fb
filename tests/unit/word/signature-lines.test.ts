import { expect, it } from 'vitest'
import { findSignatures } from '../../../src/word/reading/signature-lines.ts'
import type { WordBlock } from '../../../src/word/reading/word-blocks.ts'

it('reads the blocks below a paragraph only if it is a rule', () => {
  const paragraph = (text: string) => ({ kind: 'paragraph', inlines: [{ kind: 'text', text }] }) as unknown as WordBlock
  let reads = 0
  const below = new Proxy(paragraph('Ana Peña'), {
    get: (block, name) => {
      reads++
      return Reflect.get(block, name)
    },
  })
  expect(findSignatures([paragraph('Una línea corta'), below], 0)).toBeNull()
  expect(reads).toBe(0)
  expect(findSignatures([paragraph('____________'), below], 0)).toMatchObject({ next: 2 })
})
