import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SealNote } from '../../../src/requests/detail/seal-note.tsx'

const seal = { holder: 'Cooperativa Ñandú', fingerprint: 'a'.repeat(64), stampedAt: '', lacksTimestamp: false }
const textOf = (change: Partial<typeof seal>, onRegenerate?: () => void) =>
  renderToStaticMarkup(<SealNote seal={{ ...seal, ...change }} onRegenerate={onRegenerate} />).replace(/<[^>]+>/g, '')

test('names the holder, and the time of the timestamp', () => {
  expect(textOf({})).toBe('Sellado por Cooperativa Ñandú.')
  expect(textOf({ stampedAt: '2026-11-29 17:05:09.000Z' })).toMatch(
    /^Sellado por Cooperativa Ñandú, con estampa de tiempo del 29\/11\/2026, \d+:05\sp\.\sm\.$/,
  )
})

test('offers to seal again if the timestamp is missing, to who may', () => {
  const missing = 'Sellado por Cooperativa Ñandú, sin estampa de tiempo: el servicio no respondió.'
  expect(textOf({ lacksTimestamp: true })).toBe(missing)
  expect(textOf({ lacksTimestamp: true }, () => undefined)).toBe(`${missing}Sellar de nuevo`)
})
