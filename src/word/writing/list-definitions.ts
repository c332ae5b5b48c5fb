import { isBullet, ListCounter, type ListItemTag } from '../../domain/documents/list-marker.ts'

const numberFormats = { '1': 'decimal', a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' } as const
const maxLevel = 8

interface Definition {
  id: number
  /** Level of the first item. Outer levels have their number at that item. */
  base: number
  /** First marker and start of each level. */
  levels: Map<number, { marker: string; start: number }>
}

/** Builds the numbering definitions (`numbering.xml`) of list items, so that Word shows the same numbers as the generated document. */
export class ListDefinitions {
  readonly #definitions: Definition[] = []
  readonly #counter = new ListCounter()
  readonly #numbers: number[] = []
  #current: Definition | null = null

  /** Ends the list, because other content follows. */
  interrupt(): void {
    this.#counter.interrupt()
    this.#current = null
  }

  /** Returns the list and level of the next item. */
  add(tag: ListItemTag): { id: number; level: number } {
    const { level, marker, start } = tag
    const number = this.#counter.count(tag)
    this.#numbers[level] = number
    let current = this.#current
    const known = current?.levels.get(level)
    const fits = current && level >= current.base && start === null && (!known || known.marker === marker)
    if (!current || !fits) {
      const levels: Definition['levels'] = new Map()
      for (let above = 0; above < level; above++)
        levels.set(above, { marker: current?.levels.get(above)?.marker ?? '1.', start: this.#numbers[above] ?? 1 })
      current = { id: this.#definitions.length + 1, base: level, levels }
      this.#definitions.push(current)
      this.#current = current
    }
    if (!current.levels.has(level)) current.levels.set(level, { marker, start: level === current.base ? number : 1 })
    return { id: current.id, level }
  }

  /** Returns the content of `numbering.xml`: one definition per list, and the list that refers to it. */
  write(): string {
    const definitions = this.#definitions.map(
      ({ id, levels }) =>
        `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${Array.from({ length: maxLevel + 1 }, (_, level) => writeLevel(level, levels.get(level))).join('')}</w:abstractNum>`,
    )
    const lists = this.#definitions.map(({ id }) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
    return [...definitions, ...lists].join('')
  }
}

function writeLevel(level: number, { marker, start } = { marker: '-', start: 1 }): string {
  const bullet = isBullet(marker)
  const format = bullet ? 'bullet' : numberFormats[marker.replace(/[^1aAiI]/g, '').charAt(0) as '1']
  const indent = (level + 1) * 480
  return `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${bullet ? '•' : toLevelText(marker, level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${indent}" w:hanging="480"/></w:pPr></w:lvl>`
}

/** Returns the text of a level: `(a)` → `(%1)`, `1.1.` at level 1 → `%1.%2.` */
function toLevelText(marker: string, level: number): string {
  const parts = marker.split('1').length - 1
  if (parts < 2) return marker.replace(/[1aAiI]/, `%${level + 1}`)
  let number = level + 2 - parts
  return marker.replace(/1/g, () => `%${number++}`)
}
