import { getClauseName, toRoman } from '../../domain/documents/ordinal.ts'
import { spellOutNumber } from '../../domain/text/spell-out.ts'
import {
  findChild,
  findChildren,
  getChildValue,
  getToggleValue,
  type XmlElement,
} from '../../sheets/files/xml/xml-tree.ts'
import { type NumberingReference, readRunProperties } from './styles.ts'

interface Level {
  start: number
  format: string
  /** Text of the marker; `%1` stands for the number at the first level. */
  text: string
  suffix: string
  isLegal: boolean
  /** Level after which the numbering restarts; 0: never; `null`: after any higher level. */
  restart: number | null
  bold: boolean | undefined
}

/** Marker of a numbered paragraph, as Word prints it. */
export interface ListMarkerText {
  /** Text of the marker, e.g. `CLÁUSULA PRIMERA.`, `a)`, `II.1`, `•`. */
  text: string
  /** Marker of a tag with the same look: `1.`, `(a)`, `1.1.`, `-`; empty if there is none. */
  sample: string
  /** Separator between marker and text. */
  gap: string
  /** Id of the list. Lists with the same id share their counters. */
  list: string
  level: number
  value: number
  /** Ordinal in words within `text`, e.g. `PRIMERA`; empty for other markers. */
  ordinal: string
  isBullet: boolean
  bold: boolean | undefined
}

/** Maximum number in a list, the same as in Word. Limits the length of letters and Roman numbers. */
const maxNumber = 32_767
const maxMarkerLength = 200
const maxLinks = 20

/** Numbering definitions and current counters of a document. Call `next` for each paragraph in document order. */
export class ListNumbering {
  readonly #abstracts = new Map<string, XmlElement>()
  readonly #lists = new Map<string, XmlElement>()
  readonly #styleLists = new Map<string, string>()
  readonly #levels = new Map<string, Level>()
  readonly #counters = new Map<string, (number | undefined)[]>()
  readonly #started = new Set<string>()
  /** True if ordinals are feminine («PRIMERA»), because the document has clauses. */
  readonly #isFeminine: boolean

  constructor(root: XmlElement | undefined, isFeminine: boolean) {
    this.#isFeminine = isFeminine
    for (const one of findChildren(root, 'abstractNum')) {
      this.#abstracts.set(one.attributes.abstractNumId ?? '', one)
      const link = getChildValue(one, 'styleLink')
      if (link !== undefined) this.#styleLists.set(link, one.attributes.abstractNumId ?? '')
    }
    for (const one of findChildren(root, 'num')) this.#lists.set(one.attributes.numId ?? '', one)
  }

  /** Advances the counter of a paragraph and returns its marker; `null` if the paragraph has none. */
  next({ numId, level }: NumberingReference): ListMarkerText | null {
    const list = this.#lists.get(numId)
    const abstract = list && this.#findAbstract(getChildValue(list, 'abstractNumId') ?? '')
    if (!list || !abstract) return null
    const id = abstract.attributes.abstractNumId ?? ''
    const counters = this.#counters.get(id) ?? []
    this.#counters.set(id, counters)
    this.#applyOverride(numId, list, level, counters)
    const own = this.#level(numId, list, abstract, level)
    counters[level] = Math.min(maxNumber, (counters[level] ?? own.start - 1) + 1)
    for (let below = level + 1; below <= 8; below++) {
      const { restart } = this.#level(numId, list, abstract, below)
      if (restart === null || (restart > 0 && level < restart)) counters[below] = undefined
    }
    for (let above = 0; above < level; above++) counters[above] ??= this.#level(numId, list, abstract, above).start
    return this.#toMarker(own, { id, level, counters, levelAt: (at) => this.#level(numId, list, abstract, at) })
  }

  /** Restarts a level at its first use in a list with a start override. */
  #applyOverride(numId: string, list: XmlElement, level: number, counters: (number | undefined)[]): void {
    const key = `${numId}/${level}`
    if (this.#started.has(key)) return
    this.#started.add(key)
    const start = getChildValue(findOverride(list, level), 'startOverride')
    if (start !== undefined) counters[level] = clampNumber(start) - 1
  }

  #toMarker(
    own: Level,
    at: { id: string; level: number; counters: (number | undefined)[]; levelAt: (level: number) => Level },
  ): ListMarkerText | null {
    const { id, level, counters } = at
    const value = counters[level] ?? 1
    const isBullet = own.format === 'bullet'
    let ordinal = ''
    const text = own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const place = Number(digit) - 1
      const { format } = at.levelAt(place)
      if (place > level || format === 'bullet') return ''
      const number = counters[place] ?? 1
      const written = formatListNumber(number, own.isLegal ? 'decimal' : format, this.#isFeminine)
      if (place === level && format === 'ordinalText' && !own.isLegal) ordinal = written
      return written
    })
    if (own.format === 'none' && !text.trim()) return null
    if (!text.trim() && !isBullet) return null
    const gap = own.suffix === 'nothing' ? '' : ' '
    const shown = isBullet ? '•' : text.slice(0, maxMarkerLength)
    const sample = isBullet ? '-' : toSample(own, level)
    return { text: shown, sample, gap, list: id, level, value, ordinal, isBullet, bold: own.bold }
  }

  /** Returns the definition of a list, following links to numbering styles. */
  #findAbstract(id: string): XmlElement | undefined {
    let found = this.#abstracts.get(id)
    for (let turn = 0; found && turn < maxLinks; turn++) {
      const link = getChildValue(found, 'numStyleLink')
      const target = link === undefined ? undefined : this.#styleLists.get(link)
      if (target === undefined) break
      found = this.#abstracts.get(target)
    }
    return found
  }

  #level(numId: string, list: XmlElement, abstract: XmlElement, level: number): Level {
    const key = `${numId}/${level}`
    const known = this.#levels.get(key)
    if (known) return known
    const isOwn = ({ attributes }: XmlElement) => Number(attributes.ilvl) === level
    const override = findChildren(findOverride(list, level), 'lvl')[0]
    const made = toLevel(override ?? findChildren(abstract, 'lvl').find(isOwn))
    this.#levels.set(key, made)
    return made
  }
}

function findOverride(list: XmlElement, level: number): XmlElement | undefined {
  return findChildren(list, 'lvlOverride').find(({ attributes }) => Number(attributes.ilvl) === level)
}

function toLevel(element: XmlElement | undefined): Level {
  const restart = getChildValue(element, 'lvlRestart')
  return {
    start: clampNumber(getChildValue(element, 'start') ?? '1'),
    format: getChildValue(element, 'numFmt') ?? 'decimal',
    text: element ? (getChildValue(element, 'lvlText') ?? '').slice(0, maxMarkerLength) : '',
    suffix: getChildValue(element, 'suff') ?? 'tab',
    isLegal: getToggleValue(element, 'isLgl') ?? false,
    restart: restart === undefined ? null : clampNumber(restart),
    bold: readRunProperties(findChild(element, 'rPr')).bold,
  }
}

const sampleNumbers: Record<string, string> = {
  decimal: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

/** Returns the sample of a marker: `%1)` in letters → `a)`, `%1.%2.` → `1.1.`. Empty for other markers. */
function toSample({ text, format, isLegal }: Level, level: number): string {
  const number = sampleNumbers[isLegal ? 'decimal' : format] ?? ''
  const places = [...text.matchAll(/%([1-9])/g)].map(([, digit]) => Number(digit) - 1)
  const isWhole = places.every((place, index) => place === level - places.length + 1 + index)
  return number && places.length && isWhole ? text.replace(/%[1-9]/g, number) : ''
}

function clampNumber(text: string): number {
  const number = Math.floor(Number(text))
  return number >= 0 && number <= maxNumber ? number : 1
}

/** Converts a number to letters as Word does: 1 → a, 26 → z, 27 → aa, 28 → bb. */
function toLetters(number: number): string {
  if (number < 1) return ''
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1)
}

/** Formats a list number. `upperRoman`: 2 → «II»; `ordinalText`: 2 → «SEGUNDA» in contracts, otherwise «Segundo». */
function formatListNumber(number: number, format: string, isFeminine: boolean): string {
  switch (format) {
    case 'none':
      return ''
    case 'upperRoman':
      return toRoman(number)
    case 'lowerRoman':
      return toRoman(number).toLowerCase()
    case 'upperLetter':
      return toLetters(number).toUpperCase()
    case 'lowerLetter':
      return toLetters(number)
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'ordinal':
      return `${number}.${isFeminine ? 'ª' : 'º'}`
    case 'cardinalText':
      return spellOutNumber(BigInt(number))
    case 'ordinalText': {
      const name = getClauseName(number)
      if (isFeminine) return name
      const masculine = name
        .toLowerCase()
        .replace(/a(?= |$)/g, 'o')
        .replace('ª', 'º')
      return masculine.charAt(0).toUpperCase() + masculine.slice(1)
    }
    default:
      return String(number)
  }
}
