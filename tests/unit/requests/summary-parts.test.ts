import { expect, it } from 'vitest'
import { listSummaryParts } from '../../../src/requests/summary-parts.ts'

const names = { formatName: 'Carta laboral', ownerName: 'Ana Peña Ríos' }

it.each([
  ['Ana Peña Ríos · 52345678 · $ 2.300.000,00', '52345678', '$ 2.300.000,00', ['Ana Peña Ríos'], []],
  ['ANA PENA RIOS · 52345678 · Tesorera', '52345678', '', ['ANA PENA RIOS', 'Tesorera'], ['Tesorera']],
  ['Ferro Ltda. · 860002964-4 · 16.354.408,00', '860002964-4', '16.354.408,00', ['Ferro Ltda.'], ['Ferro Ltda.']],
  ['Carta laboral', '', '', [], []],
  ['Compra · urgente · 1.000,00', '', '1.000,00', ['Compra', 'urgente'], ['Compra', 'urgente']],
])('shows of %j what no other column shows', (summary, idDocument, amount, own, beside) => {
  const item = { ...names, summary, idDocument, amount }
  expect(listSummaryParts(item, false)).toEqual(own)
  expect(listSummaryParts(item, true)).toEqual(beside)
})
