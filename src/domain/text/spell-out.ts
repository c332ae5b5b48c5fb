import { findCurrency } from '../money/currency.ts'
import { type Decimal, parseDecimal, roundDecimal, toDecimalString } from '../money/decimal.ts'
import { defaultNotation, type Notation } from '../money/notation.ts'
import { splitIsoDate } from '../time/calendar.ts'
import { monthNames } from '../time/date.ts'

const small =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const tens = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const hundreds =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ')
const million = 1_000_000n
const billion = million * million

/** Formats an integer in Spanish words, with the long scale: 10⁹ is «mil millones», 10¹² «un billón». From 10¹⁸ on, returns digits. */
export function spellOutNumber(value: bigint): string {
  if (value < 0n) return `menos ${spellOutNumber(-value)}`
  if (value < million) return spellOutUnderMillion(Number(value))
  if (value < billion) return joined(counted(value / million, 'un millón', 'millones'), value % million)
  if (value < million * billion) return joined(counted(value / billion, 'un billón', 'billones'), value % billion)
  return value.toString()
}

/** Shortens «uno» before a noun: «veintiún pesos», «treinta y un mil», «un dólar». */
function beforeNoun(words: string): string {
  if (!words.endsWith('uno')) return words
  return words.endsWith('veintiuno') ? `${words.slice(0, -3)}ún` : words.slice(0, -1)
}

const joined = (words: string, rest: bigint) => (rest === 0n ? words : `${words} ${spellOutNumber(rest)}`)

function spellOutUnderMillion(value: number): string {
  if (value < 1000) return spellOutUnderThousand(value)
  const count = Math.floor(value / 1000)
  const thousands = count === 1 ? 'mil' : `${beforeNoun(spellOutUnderThousand(count))} mil`
  return value % 1000 === 0 ? thousands : `${thousands} ${spellOutUnderThousand(value % 1000)}`
}

const counted = (count: bigint, one: string, many: string) =>
  count === 1n ? one : `${beforeNoun(spellOutNumber(count))} ${many}`

function spellOutUnderThousand(value: number): string {
  if (value < 30) return small[value] ?? ''
  if (value < 100) {
    const ten = tens[Math.floor(value / 10) - 3] ?? ''
    return value % 10 === 0 ? ten : `${ten} y ${small[value % 10]}`
  }
  if (value === 100) return 'cien'
  const hundred = hundreds[Math.floor(value / 100) - 1] ?? ''
  return value % 100 === 0 ? hundred : `${hundred} ${spellOutUnderThousand(value % 100)}`
}

/** Formats a canonical number in words before a noun of the gender of `article`: «un», «veintiún», «una», «doscientas treinta y una». */
export function spellOutCount(text: string, article: 'un' | 'una', notation = defaultNotation): string {
  const words = spellOutDecimal(text, notation)
  if (words.includes(` ${getDecimalMarkName(notation)} `)) return words
  if (article === 'un') return beforeNoun(words)
  // Leaves the words up to «millones» unchanged, because they are masculine before any noun.
  const at = words.lastIndexOf('mill')
  const end = at < 0 ? 0 : at + (words.startsWith('millones', at) ? 8 : 6)
  const counted = words
    .slice(end)
    .replace(/cientos/g, 'cientas')
    .replace('quinientos', 'quinientas')
  return words.slice(0, end) + counted.replace(/uno$/, 'una')
}

const getDecimalMarkName = ({ decimal }: Notation) => (decimal === ',' ? 'coma' : 'punto')

/** Formats a canonical decimal in lowercase words: `4.05` → «cuatro coma cero cinco». */
export function spellOutDecimal(text: string, notation = defaultNotation): string {
  const [whole = '0', decimals] = text.replace('-', '').split('.')
  const sign = text.startsWith('-') ? 'menos ' : ''
  const words = sign + spellOutNumber(BigInt(whole))
  if (decimals === undefined || /^0*$/.test(decimals)) return words
  const zeros = /^0*/.exec(decimals)?.[0].length ?? 0
  return `${words} ${getDecimalMarkName(notation)} ${'cero '.repeat(zeros)}${spellOutNumber(BigInt(decimals))}`
}

/**
 * Formats a canonical amount in uppercase words, by the convention of its currency: «UN MILLÓN DE PESOS M/CTE», «CIEN
 * PESOS CON CINCUENTA CENTAVOS M/CTE», «CIEN PESOS 50/100 M.N.», «CIEN CON 50/100 SOLES». Without a currency, formats
 * only the number.
 */
export function spellOutMoney(text: string, code: string | undefined, notation = defaultNotation): string {
  const amount = parseDecimal(text)
  return amount === null ? spellOutDecimal(text, notation).toUpperCase() : spellOutAmount(amount, code, notation)
}

/** Formats an amount like `spellOutMoney`. */
export function spellOutAmount(amount: Decimal, code: string | undefined, notation = defaultNotation): string {
  const currency = findCurrency(code)
  if (currency === undefined) return spellOutDecimal(toDecimalString(amount), notation).toUpperCase()
  const { units } = roundDecimal(amount, currency.decimals)
  const digits = (units < 0n ? -units : units).toString().padStart(currency.decimals + 1, '0')
  const end = digits.length - currency.decimals
  const count = BigInt(digits.slice(0, end))
  const cents = digits.slice(end) || '00'
  const words = (amount.units < 0n ? 'menos ' : '') + beforeNoun(spellOutNumber(count))
  const of = count >= million && count % million === 0n ? 'de ' : ''
  const name = count === 1n ? currency.singular : `${of}${currency.plural}`
  if (currency.place === 'before') return `${currency.plural} ${words} con ${cents}/100`.toUpperCase()
  if (currency.place === 'last') return `${words} con ${cents}/100 ${currency.plural}`.toUpperCase()
  const spelled = `${words} ${name}${spellOutCents(cents, currency.cents)}`
  return (currency.suffix === '' ? spelled : `${spelled} ${currency.suffix}`).toUpperCase()
}

function spellOutCents(cents: string, custom: 'centavos' | 'céntimos' | 'hundredths' | 'none'): string {
  if (custom === 'hundredths') return ` ${cents}/100`
  if (custom === 'none' || cents === '00') return ''
  const words = beforeNoun(spellOutNumber(BigInt(cents)))
  return ` con ${words} ${cents === '01' ? custom.slice(0, -1) : custom}`
}

/**
 * Formats a date in words: «veinte (20) de noviembre de dos mil veintiséis (2026)». The first of a month is «primero
 * (1.º)». The article «el» may precede the result.
 */
export function spellOutDate(date: string): string {
  const { year, month, day } = splitIsoDate(date)
  const first = day === 1 ? 'primero (1.º)' : `${spellOutNumber(BigInt(day))} (${day})`
  return `${first} de ${monthNames[month - 1]} de ${spellOutNumber(BigInt(year))} (${year})`
}
