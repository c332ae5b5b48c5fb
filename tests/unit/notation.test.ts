import { describe, expect, test } from 'vitest'
import { parseOrganisationPageSetup } from '../../src/domain/documents/page.ts'
import { formatNotationSample } from '../../src/domain/documents/page-labels.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { getNotation } from '../../src/domain/money/notation.ts'

const money = (key: string, currency: string): Field => ({ key, label: key, type: 'money', currency })
const fields: Field[] = [
  { key: 'dia', label: 'Día', type: 'date' },
  { key: 'tasa', label: 'Tasa', type: 'percent' },
  { key: 'metros', label: 'Metros', type: 'decimal' },
  { key: 'unidades', label: 'Unidades', type: 'integer' },
  ...['COP', 'USD', 'EUR', 'MXN', 'PEN', 'CLP', 'ARS'].map((code) => money(code.toLowerCase(), code)),
  { key: 'doble', label: 'Doble', type: 'computed', formula: 'metros * 2', currency: 'MXN' },
  { key: 'items', label: 'Ítems', type: 'table', columns: [money('valor', 'PEN')] },
]
const amounts = Object.fromEntries(['cop', 'usd', 'eur', 'mxn', 'pen', 'clp', 'ars'].map((key) => [key, '-1234567.50']))
const values: Values = {
  ...amounts,
  dia: '2025-04-03',
  tasa: '19.5',
  metros: '1234.5',
  unidades: 1234567,
  clp: '1234568',
  doble: '2469',
  items: [{ valor: '1000.00' }],
}

const renderText = (body: string, country: string) =>
  renderBlocks(body, fields, values, '', getNotation(country))
    .flatMap((block) => ('runs' in block ? block.runs : []))
    .map(({ text }) => text)
    .join('')

describe('notation of a country', () => {
  test.each([
    ['AR', '1.234,5 1.234.567 19,5 % 03/04/2025'],
    ['CL', '1.234,5 1.234.567 19,5 % 03-04-2025'],
    ['CO', '1.234,5 1.234.567 19,5 % 03/04/2025'],
    ['EC', '1.234,5 1.234.567 19,5 % 03/04/2025'],
    ['MX', '1,234.5 1,234,567 19.5 % 03/04/2025'],
    ['PE', '1,234.5 1,234,567 19.5 % 03/04/2025'],
  ])('formats numbers and days in %s', (country, text) => {
    expect(renderText('{{metros}} {{unidades}} {{tasa}} {{dia}}', country)).toBe(text)
  })

  test.each([
    ['AR', 'COP 1', 'US$ 1', '$ 1', 'CLP 1'],
    ['CL', 'COP 1', 'US$1', 'ARS 1', '$1'],
    ['CO', '$ 1', 'US$ 1', 'ARS 1', 'CLP 1'],
    ['EC', 'COP 1', '$1', 'ARS 1', 'CLP 1'],
    ['MX', 'COP 1', 'US$1', 'ARS 1', 'CLP 1'],
    ['PE', 'COP 1', 'US$ 1', 'ARS 1', 'CLP 1'],
  ])('uses a bare $ only for the currency of %s', (country, ...expected) => {
    const signs = renderText('{{cop}} / {{usd}} / {{ars}} / {{clp}}', country).split(' / ')
    expect(signs.map((text) => text.replace('-', '').replace(/(?<=1)[.,].*/, ''))).toEqual(expected)
  })

  test('formats negative, computed and table amounts', () => {
    expect(renderText('{{mxn}} {{doble}} {{metros|moneda}}', 'MX')).toBe('-$1,234,567.50 $2,469.00 1,234.50')
    expect(renderText('{{pen}} {{mxn}} {{eur}}', 'PE')).toBe('-S/ 1,234,567.50 -MX$ 1,234,567.50 -€ 1,234,567.50')
    expect(renderText('{{clp}}', 'CL')).toBe('$1.234.568')
    expect(renderText('{{mxn}} {{doble}}', 'CO')).toBe('-MX$ 1.234.567,50 MX$ 2.469,00')
    const [table] = renderBlocks(
      '| Valor |\n{{#items}}\n| {{valor}} |\n{{/items}}',
      fields,
      values,
      '',
      getNotation('PE'),
    )
    expect(JSON.stringify(table)).toContain('S/ 1,000.00')
  })

  test('writes numbers in words with the local decimal separator', () => {
    const body = '{{metros|letras}}; {{metros|metro/metros}}; {{dia|largo}}'
    expect(renderText(body, 'CO')).toBe(
      'mil doscientos treinta y cuatro coma cinco; 1.234,5 metros; 3 de abril de 2025',
    )
    expect(renderText(body, 'MX')).toBe(
      'mil doscientos treinta y cuatro punto cinco; 1,234.5 metros; 3 de abril de 2025',
    )
    expect(renderText('{{metros|letras una vez/veces}}', 'PE')).toBe(
      'mil doscientos treinta y cuatro punto cinco (1,234.5) veces',
    )
  })
})

/** Compares decimals, thousands and dates with Node's CLDR data. */
test.each(['AR', 'CL', 'CO', 'EC', 'MX', 'PE'])('matches the CLDR in %s', (country) => {
  const number = new Intl.NumberFormat(`es-${country}`, { minimumFractionDigits: 2 }).format(1234567.5)
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  const day = new Intl.DateTimeFormat(`es-${country}`, parts).format(Date.UTC(2025, 3, 3))
  expect(formatNotationSample(country)).toBe(`${number} · ${day}`)
})

test('replaces unknown stored page settings with defaults', () => {
  const odd = { pageSize: 'a5', pageMargins: '', pageRagged: true, pageCountry: '', country: 'XX' }
  expect(parseOrganisationPageSetup(odd)).toEqual({
    size: 'letter',
    margins: 'normal',
    isJustified: false,
    textSize: 11,
    country: 'CO',
  })
  const own = { pageSize: 'a4', pageMargins: 'wide', pageRagged: false, pageCountry: '', country: 'MX' }
  expect(parseOrganisationPageSetup(own)).toEqual({
    size: 'a4',
    margins: 'wide',
    isJustified: true,
    textSize: 11,
    country: 'MX',
  })
  expect(parseOrganisationPageSetup({ ...own, pageCountry: 'PE' }).country).toBe('PE')
})
