import { toComparisonKey } from '../../domain/text/comparison.ts'
import { fieldCharacter, type ParagraphText } from './paragraph-text.ts'

/** Printed form of a blank's value. `opposite` is the check box for «no». */
export type SlotRole = 'plain' | 'digits' | 'words' | 'box' | 'opposite'

/** Part of a paragraph to fill in: a line such as `____`, a placeholder such as `[nombre]`, or a Word field. */
export interface Blank {
  from: number
  to: number
  /** Text inside the placeholder, e.g. `nombre` for `[nombre]`; empty for lines such as `____`. */
  name: string
  role: SlotRole
  /** Type of the value, if the text around the blank shows it. */
  meaning: 'date' | 'money' | 'yesNo' | null
  /** Position of the first blank with the same value, e.g. of the amount in words; otherwise its own. */
  first: number
  /** Position in the paragraph where the text that describes the blank ends. */
  contextEnd: number
  /** Position in the paragraph after the blank and its other forms, where the text about the blank continues. */
  contextStart: number
  /** Text before the field: «el » for «a los __ días del mes de __», to print «a el 3 de abril de 2026». */
  lead: string
  /** Unit before and after the blank, which amounts and percentages print themselves: «$ ____» → «$ » and an empty text. */
  unit?: readonly [string, string]
}

// Patterns match only from the start of a row of equal characters, because trying each character takes minutes for a long row.
const line = '(?<!_|_[ \\n]{1,3})_{2,}(?:[ \\n]{1,3}_{2,})*'
/** Pattern of a single blank in a date or an amount. */
const any = `(?:${line}|(?<!\\.)\\.{4,}|(?<!…)…{2,}|(?<![Xx])[Xx]{2,}(?!\\p{L})|\\[[^\\[\\]\\n]{1,60}\\]|${fieldCharacter})`
const box = '(?:\\([ _\\u00a0]{1,8}\\)|☐|(?<!_)_{2,})'

/** Year of a date: a blank, or a typed one. */
const year = `(?:de|del)(?: a[ñn]o)? (?:(?:20)?${any}|20\\d\\d(?!\\d))`
const longDate = new RegExp(`(?:\\b(a )?los )?${any} (?:\\(${any}\\) )?d[ií]as?(?: del mes)? de ${any} ${year}`, 'giu')
const shortDate = new RegExp(`${any} de ${any} ${year}`, 'giu')
const slashDate = new RegExp(`${any} ?([/-]) ?${any} ?\\1 ?(?:20)?${any}`, 'gu')
const pesos = '(?: de)? pesos(?: (?:m\\.?/?cte\\.?|m\\.?l\\.?|moneda (?:corriente|legal)(?: colombiana)?|colombianos))?'
const wordsFirst = new RegExp(`(${any}${pesos})( ?,? ?\\( ?)(\\$ ?${any})`, 'giu')
const digitsFirst = new RegExp(`(\\$ ?${any})( ?,? ?\\( ?)(${any}${pesos})`, 'giu')
/** Placeholder of any notation, or a blank. */
const token = `(?:${any}|\\{\\{[^{}\\n]{1,80}\\}\\}|<<[^<>\\n]{1,80}>>|«[^«»\\n]{1,60}»)`
/** Amount in words and in digits without «pesos»: «[VALOR EN LETRAS] ($ [VALOR])». */
const wordsAndDigits = new RegExp(`(${token})( ?,? ?\\( ?)(\\$ ?${token})(?= ?\\))`, 'giu')
const digitsAndWords = new RegExp(`(\\$ ?${token})( ?,? ?\\( ?)(${token})(?= ?\\))`, 'giu')
const amountBefore = /(?:suma|valor|precio|canon|monto|total|cuant[ií]a|honorarios|salario)[^.;\n_]{0,40}$/iu
/** Number in words and digits: «____ (__) meses», «____ por ciento (__ %)». */
const counts =
  '(?:d[ií]as?|mes(?:es)?|a[ñn]os?|horas?|semanas?|cuotas|copias|folios|ejemplares|unidades|personas|sesiones)'
const countPair = new RegExp(`(${any})( ?\\( ?)(${any})(?= ?\\) ?${counts}(?!\\p{L}))`, 'giu')
const percentPair = new RegExp(`(${any} por ciento)( ?\\( ?)(${any})(?= ?%)`, 'giu')
const amount = new RegExp(`\\$ ?${any}`, 'gu')
/** Blank of an amount or a pair. The groups are the unit before and after it. */
const unitBlank = new RegExp(`^(\\$ ?|)${any}(${pesos}| por ciento|)$`, 'iu')
const yesNo = new RegExp(`\\bs[ií](?!\\p{L})[ :.]*(${box})[ ,;/.\\t]*\\bno(?!\\p{L})[ :.]*(${box})`, 'giu')
const yesNoAfter = new RegExp(`(${box}) ?s[ií](?!\\p{L})[ ,;/.\\t]*(${box}) ?no(?!\\p{L})`, 'giu')
const named =
  /\{\{([^{}\n]{1,80})\}\}|<<([^<>\n]{1,80})>>|\[([^[\]\n]{1,80})\]|«((?=[^«»\n]*[_\p{Ll}\d][_\p{Lu}])[^«»\s]{2,60})»/gu
const blankLine = new RegExp(`${line}|(?<!\\.)\\.{6,}|(?<!…)…{2,}|(?<![\\p{L}\\d])[Xx]{3,}(?![\\p{L}\\d])`, 'gu')
const boxes = /☐|\([ \u00a0]{1,8}\)/g

/** Text in brackets that is not a placeholder: omissions, notes and references, e.g. `[…]`, `[sic]`, `[3]`. */
const notPlaceholder = /^(?:\d+|\.{3}|…|sic|[^\p{L}_]*)$/iu
const maxHighlight = 100

/** Finds the blanks and placeholders of a paragraph. More specific patterns take precedence. */
export function findBlanks(paragraph: ParagraphText): Blank[] {
  const { text, embedded } = paragraph
  const found: Blank[] = []
  const isTaken = new Uint8Array(text.length)
  const isFree = (from: number, to: number) => !isTaken.subarray(from, to).includes(1)
  function add(from: number, to: number, rest: Partial<Blank> = {}) {
    if (to <= from || !isFree(from, to)) return
    isTaken.fill(1, from, to)
    const context = { contextEnd: from, contextStart: to }
    found.push({ from, to, name: '', role: 'plain', meaning: null, first: from, lead: '', ...context, ...rest })
  }
  function addAll(pattern: RegExp, take: (match: RegExpExecArray) => void) {
    for (const match of text.matchAll(pattern)) take(match)
  }
  addAll(longDate, ({ index, 0: match, 1: a }) =>
    add(index, index + match.length, { meaning: 'date', lead: a || /^los /i.test(match) ? 'el ' : '' }),
  )
  addAll(shortDate, ({ index, 0: match }) => add(index, index + match.length, { meaning: 'date' }))
  addAll(slashDate, ({ index, 0: match }) => add(index, index + match.length, { meaning: 'date', role: 'digits' }))
  addAll(wordsFirst, (match) => addPair(match, ['words', 'plain'], { meaning: 'money' }))
  addAll(digitsFirst, (match) => addPair(match, ['plain', 'words'], { meaning: 'money' }))
  addAll(wordsAndDigits, (match) => addAmount(match, ['words', 'plain']))
  addAll(digitsAndWords, (match) => addAmount(match, ['plain', 'words']))
  for (const pattern of [countPair, percentPair])
    addAll(pattern, (match) => {
      const [, one = '', gap = '', two = ''] = match
      const names = [getName(match.index, one), getName(match.index + one.length + gap.length, two)].filter(Boolean)
      // Different names mean different values: «[nombre] ([edad]) años».
      if (new Set(names.map(toComparisonKey)).size > 1) return
      addPair(match, ['words', 'plain'], { name: names[0] ?? '', contextStart: match.index + match[0].length })
    })
  addAll(amount, ({ index, 0: match }) =>
    add(index, index + match.length, {
      meaning: 'money',
      name: readName(match.slice(1).trim()),
      unit: getUnit(match),
    }),
  )
  addAll(yesNo, addAnswers)
  addAll(yesNoAfter, addAnswers)
  for (const [at, inline] of embedded) if (inline.kind === 'field') add(at, at + 1, { name: inline.source.name })
  addAll(named, ({ index, 0: match }) => {
    const name = readName(match)
    if (name || /^\[[_ .…]+\]$/.test(match)) add(index, index + match.length, { name })
  })
  addAll(blankLine, ({ index, 0: match }) => {
    const isRoman =
      /^X{3}$/.test(match) && /(?:t[ií]tulo|cap[ií]tulo|siglo|secci[oó]n|parte)\s$/i.test(text.slice(0, index))
    if (!isRoman) add(index, index + match.length)
  })
  addAll(boxes, ({ index, 0: match }) => add(index, index + match.length, { role: 'box' }))
  for (const { from, to } of findHighlights(paragraph))
    if (to - from <= maxHighlight) add(from, to, { name: text.slice(from, to).trim() })
  return found.sort((a, b) => a.from - b.from)

  /** Adds two forms of the same value, e.g. an amount in words and in digits. */
  function addPair(
    { index, 1: one = '', 2: gap = '', 3: two = '' }: RegExpExecArray,
    roles: [SlotRole, SlotRole],
    rest: Partial<Blank>,
  ) {
    const second = index + one.length + gap.length
    if (!isFree(index, second + two.length)) return
    add(index, index + one.length, { ...rest, role: roles[0], unit: getUnit(one) })
    add(second, second + two.length, { ...rest, role: roles[1], first: index, unit: getUnit(two) })
  }

  /** Adds an amount whose words are named so («valor en letras»), or follow words such as «la suma de». */
  function addAmount(match: RegExpExecArray, roles: [SlotRole, SlotRole]) {
    const { index, 1: one = '', 2: gap = '', 3: two = '' } = match
    const names = [getName(index, one), getName(index + one.length + gap.length, two)]
    const [words = '', digits = ''] = roles[0] === 'words' ? names : names.reverse()
    const isAmount = words ? /letras/i.test(words) : amountBefore.test(text.slice(0, index).slice(-80))
    if (isAmount)
      addPair(match, roles, { meaning: 'money', name: digits || words.replace(/[_ ,]*\(?en.letras\)?$/i, '') })
  }

  /** Returns the name of the placeholder or Word field at a position; empty for other blanks. */
  function getName(from: number, match: string): string {
    const [unit] = /^\$? ?/.exec(match) ?? ['']
    const inline = embedded.get(from + unit.length)
    return inline?.kind === 'field'
      ? inline.source.name
      : readName(match.slice(unit.length).replace(/ por ciento$/i, ''))
  }

  function addAnswers({ index, 0: match, 1: yes = '', 2: no = '' }: RegExpExecArray) {
    if (!isFree(index, index + match.length)) return
    const at = index + match.indexOf(yes)
    const other = index + match.lastIndexOf(no)
    add(at, at + yes.length, { meaning: 'yesNo', role: 'box', contextEnd: index })
    add(other, other + no.length, { meaning: 'yesNo', role: 'opposite', first: at })
  }
}

/** Returns the unit before and after a blank: «$ ____» → «$ »; «____ pesos» → « pesos». */
function getUnit(match: string): [string, string] {
  const [, before = '', after = ''] = unitBlank.exec(match) ?? []
  return [before, after]
}

/** Returns the text inside a placeholder: `{{ nombre }}` → `nombre`. Returns an empty text for other blanks. */
function readName(placeholder: string): string {
  const inside = /^(?:\{\{|<<|\[|«)(.*)(?:\}\}|>>|\]|»)$/.exec(placeholder)?.[1]?.trim() ?? ''
  return notPlaceholder.test(inside) || inside.includes(fieldCharacter) ? '' : inside
}

/** Returns the ranges of highlighted text. Ignores spaces at their start and end. */
function findHighlights({ text, styles }: ParagraphText): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (let at = 0; at < text.length; at++) {
    if (!styles[at]?.highlight) continue
    const from = at
    while (at < text.length && styles[at]?.highlight) at++
    const part = text.slice(from, at)
    const start = from + part.length - part.trimStart().length
    if (part.trim()) ranges.push({ from: start, to: start + part.trim().length })
  }
  return ranges
}
