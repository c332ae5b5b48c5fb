import { getItemLetter, toRoman } from './ordinal.ts'

/** Marker style of a list, given as its first marker: `-`, `1.`, `a)`, `(i)`, `A.`. `1.1.` includes the numbers of the parent items: «2.3.». */
export type ListMarker = string

export interface ListItemTag {
  marker: ListMarker
  /** Number of `>` in the tag; 0 for the outermost list. */
  level: number
  /** First number of the list: 1 (`null`), the number after the last item with the same level and marker (`continue`), or the given number. */
  start: number | 'continue' | null
}

/** Maximum level of a list item. Deeper lists would leave too little width for their text. */
const maxListLevel = 4

const bullet = '-'
const simpleMarker = /^(?:[1aAiI][.)]|\([1aAiI]\))$/
const compoundMarker = /^1(?:\.1){1,4}\.?$/

/** Parses the tag of a list item: `1.`, `>a)`, `>1.1. sigue`, `i. desde 4`. Returns `null` if it is invalid. */
export function parseListItemTag(text: string): ListItemTag | null {
  const [, deeper = '', marker = '', start] = /^(>*) ?([^\s>]+)(?: (sigue|desde [1-9]\d{0,2}))?$/.exec(text) ?? []
  const level = deeper.length
  const isKnown = simpleMarker.test(marker) || (compoundMarker.test(marker) && countParts(marker) <= level + 1)
  if (level > maxListLevel || !(isKnown || (marker === bullet && !start))) return null
  if (!start) return { marker, level, start: null }
  return { marker, level, start: start === 'sigue' ? 'continue' : Number(start.slice('desde '.length)) }
}

/** Returns the tag as written in a template: `{{>a) desde 3}}`. */
export function formatListItemTag({ marker, level, start }: ListItemTag): string {
  const suffix = start === null ? '' : start === 'continue' ? ' sigue' : ` desde ${start}`
  return `{{${'>'.repeat(level)}${marker}${suffix}}}`
}

/** Returns whether an invalid tag looks like the tag of a list item, e.g. `2.`, `b)` or `>>>>>a)`. */
export function resemblesListItemTag(text: string): boolean {
  return /^(?:>|-|\(?[A-Za-z0-9]{1,4}[.)](?: |$|\d))/.test(text)
}

const listNumbering = { '1': 'Decimal', a: 'LowerAlpha', A: 'UpperAlpha', i: 'LowerRoman', I: 'UpperRoman' } as const

type NumberStyle = keyof typeof listNumbering

const getNumberStyle = (marker: ListMarker) => marker.replace(/[^1aAiI]/g, '').charAt(0) as NumberStyle

export function getListNumbering(marker: ListMarker): string {
  return marker === bullet ? 'Disc' : listNumbering[getNumberStyle(marker)]
}

export function isBullet(marker: ListMarker): boolean {
  return marker === bullet
}

const countParts = (marker: ListMarker) => marker.split('1').length - 1

interface ListCount {
  marker: ListMarker
  number: number
}

export class ListCounter {
  private counts: (ListCount | undefined)[] = []
  /** Number of levels that have a running list. */
  private running = 0
  private readonly last = new Map<string, number>()

  /** Ends all running lists, so that the next item starts a new one. */
  interrupt() {
    this.running = 0
  }

  /** Returns the printed marker of the next item: «•», «a)», «2.1.». */
  next(tag: ListItemTag): string {
    return this.format({ marker: tag.marker, number: this.count(tag) }, tag.level)
  }

  count({ marker, level, start }: ListItemTag): number {
    const key = `${level}${marker}`
    const before = level < this.running ? this.counts[level] : undefined
    const number = this.getNumber(start, before?.marker === marker ? before.number : null, key)
    this.counts.length = level
    this.counts[level] = { marker, number }
    this.running = level + 1
    this.last.set(key, number)
    return number
  }

  private getNumber(start: ListItemTag['start'], before: number | null, key: string) {
    if (typeof start === 'number') return start
    if (before !== null) return before + 1
    return start === 'continue' ? (this.last.get(key) ?? 0) + 1 : 1
  }

  private format({ marker, number }: ListCount, level: number) {
    if (marker === bullet) return '•'
    if (!compoundMarker.test(marker)) {
      const style = getNumberStyle(marker)
      return marker.replace(style, () => formatNumber(style, number))
    }
    const above = this.counts.slice(level + 1 - countParts(marker), level).map((count) => {
      if (!count || count.marker === bullet) return ''
      return formatNumber(getNumberStyle(count.marker), count.number)
    })
    return [...above.filter(Boolean), number].join('.') + (marker.endsWith('.') ? '.' : '')
  }
}

function formatNumber(style: NumberStyle, number: number): string {
  if (style === 'a') return getItemLetter(number)
  if (style === 'A') return getItemLetter(number).toUpperCase()
  if (number >= 4000 || (style !== 'i' && style !== 'I')) return String(number)
  return style === 'i' ? toRoman(number).toLowerCase() : toRoman(number)
}
