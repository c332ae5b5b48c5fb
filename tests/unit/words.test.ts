import { describe, expect, it, test } from 'vitest'
import { spellOutDate, spellOutDecimal, spellOutMoney, spellOutNumber } from '../../src/domain/text/spell-out.ts'

test.each([
  [0n, 'cero'],
  [1n, 'uno'],
  [16n, 'dieciséis'],
  [21n, 'veintiuno'],
  [22n, 'veintidós'],
  [31n, 'treinta y uno'],
  [100n, 'cien'],
  [101n, 'ciento uno'],
  [555n, 'quinientos cincuenta y cinco'],
  [777n, 'setecientos setenta y siete'],
  [999n, 'novecientos noventa y nueve'],
  [1000n, 'mil'],
  [1001n, 'mil uno'],
  [2021n, 'dos mil veintiuno'],
  [21_000n, 'veintiún mil'],
  [31_000n, 'treinta y un mil'],
  [100_000n, 'cien mil'],
  [101_000n, 'ciento un mil'],
  [1_000_000n, 'un millón'],
  [1_001_000n, 'un millón mil'],
  [21_000_000n, 'veintiún millones'],
  [101_000_000n, 'ciento un millones'],
  [1_000_000_000n, 'mil millones'],
  [1_000_001_000n, 'mil millones mil'],
  [
    999_999_999_999n,
    'novecientos noventa y nueve mil novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve',
  ],
  [1_000_000_000_000n, 'un billón'],
  [21_000_000_000_001n, 'veintiún billones uno'],
  [-5n, 'menos cinco'],
])('spells out %d as %s', (value, words) => expect(spellOutNumber(value)).toBe(words))

describe('spell out money', () => {
  test.each([
    ['0.00', 'COP', 'CERO PESOS M/CTE'],
    ['1.00', 'COP', 'UN PESO M/CTE'],
    ['21.00', 'COP', 'VEINTIÚN PESOS M/CTE'],
    ['100.50', 'COP', 'CIEN PESOS CON CINCUENTA CENTAVOS M/CTE'],
    ['100.01', 'COP', 'CIEN PESOS CON UN CENTAVO M/CTE'],
    ['21000.21', 'COP', 'VEINTIÚN MIL PESOS CON VEINTIÚN CENTAVOS M/CTE'],
    ['1000000.00', 'COP', 'UN MILLÓN DE PESOS M/CTE'],
    ['1000000.50', 'COP', 'UN MILLÓN DE PESOS CON CINCUENTA CENTAVOS M/CTE'],
    ['2500000.00', 'COP', 'DOS MILLONES QUINIENTOS MIL PESOS M/CTE'],
    ['1000000000.00', 'COP', 'MIL MILLONES DE PESOS M/CTE'],
    ['-5.00', 'COP', 'MENOS CINCO PESOS M/CTE'],
    ['999999', 'CLP', 'NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE PESOS'],
    ['100.50', 'MXN', 'CIEN PESOS 50/100 M.N.'],
    ['1000000.00', 'MXN', 'UN MILLÓN DE PESOS 00/100 M.N.'],
    ['100.50', 'PEN', 'CIEN CON 50/100 SOLES'],
    ['100.50', 'ARS', 'PESOS CIEN CON 50/100'],
    ['1.00', 'USD', 'UN DÓLAR DE LOS ESTADOS UNIDOS DE AMÉRICA'],
    ['1500.75', 'USD', 'MIL QUINIENTOS DÓLARES DE LOS ESTADOS UNIDOS DE AMÉRICA CON SETENTA Y CINCO CENTAVOS'],
    ['0.01', 'EUR', 'CERO EUROS CON UN CÉNTIMO'],
    ['12.5', undefined, 'DOCE COMA CINCO'],
  ])('spells out %s %s as %s', (amount, currency, words) => expect(spellOutMoney(amount, currency)).toBe(words))
})

it('spells out decimals with inner zeros and without trailing zeros', () => {
  expect(spellOutDecimal('4.05')).toBe('cuatro coma cero cinco')
  expect(spellOutDecimal('-0.5')).toBe('menos cero coma cinco')
  expect(spellOutDecimal('3.00')).toBe('tres')
})

test.each([
  ['2026-11-20', 'veinte (20) de noviembre de dos mil veintiséis (2026)'],
  ['2020-02-01', 'primero (1.º) de febrero de dos mil veinte (2020)'],
  ['1999-12-31', 'treinta y uno (31) de diciembre de mil novecientos noventa y nueve (1999)'],
])('spells out %s as %s', (date, words) => expect(spellOutDate(date)).toBe(words))
