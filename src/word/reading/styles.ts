import {
  findChild,
  findChildren,
  getChildValue,
  getToggleValue,
  type XmlElement,
} from '../../sheets/files/xml/xml-tree.ts'
import { mergeTabStops, type TabStop } from './tab-markup.ts'

/** Style of a run without formatting. `raised`: superscript or subscript. */
export const plainRunStyle = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  caps: false,
  smallCaps: false,
  hidden: false,
  highlight: false,
  raised: false,
}
export type RunStyle = typeof plainRunStyle

export type WordAlignment = 'start' | 'center' | 'end'

/** Numbering reference of a paragraph; `numId` `0` removes the numbering of the style. */
export interface NumberingReference {
  numId: string
  level: number
}

export interface ParagraphStyle {
  /** Heading level: 1 for the title, 2 for `heading 1`; 0 for other paragraphs. */
  heading: number
  align: WordAlignment
  number: NumberingReference | null
  breaksPage: boolean
  tabs: readonly TabStop[]
  run: Partial<RunStyle>
}

const alignments: Record<string, WordAlignment> = { center: 'center', right: 'end', end: 'end' }
/** Maximum length of a chain of base styles; stops at cyclic references. */
const maxBases = 20

/** Styles of a document, resolved through their base styles. */
export class StyleSheet {
  readonly #styles = new Map<string, XmlElement>()
  readonly #defaults: XmlElement | undefined
  readonly #paragraphs = new Map<string, ParagraphStyle>()
  readonly #defaultParagraph: string = ''

  constructor(root: XmlElement | undefined) {
    const defaults = findChild(root, 'docDefaults')
    this.#defaults = findChild(findChild(defaults, 'rPrDefault'), 'rPr')
    for (const style of findChildren(root, 'style')) {
      const { styleId = '', type, default: isDefault } = style.attributes
      this.#styles.set(styleId, style)
      if (type === 'paragraph' && isDefault && isDefault !== '0') this.#defaultParagraph = styleId
    }
  }

  getParagraphStyle(properties: XmlElement | undefined): ParagraphStyle {
    const base = this.#namedParagraph(getChildValue(properties, 'pStyle') ?? this.#defaultParagraph)
    return applyParagraphProperties(base, properties)
  }

  /** Returns the style of a run: own properties over its character style over the paragraph style. */
  getRunStyle(paragraph: Partial<RunStyle>, properties: XmlElement | undefined): RunStyle {
    const named = getChildValue(properties, 'rStyle')
    const chain = named === undefined ? [] : this.#bases(named)
    const style = { ...plainRunStyle, ...paragraph }
    for (const one of chain) Object.assign(style, readRunProperties(findChild(one, 'rPr')))
    return Object.assign(style, readRunProperties(properties))
  }

  formatsFirstRow(id: string | undefined): boolean {
    const rows = id === undefined ? [] : this.#bases(id).flatMap((style) => findChildren(style, 'tblStylePr'))
    return rows.some(({ attributes }) => attributes.type === 'firstRow')
  }

  #namedParagraph(id: string): ParagraphStyle {
    const known = this.#paragraphs.get(id)
    if (known) return known
    let made: ParagraphStyle = {
      heading: 0,
      align: 'start',
      number: null,
      breaksPage: false,
      tabs: [],
      run: readRunProperties(this.#defaults),
    }
    for (const style of this.#bases(id)) {
      made = applyParagraphProperties(made, findChild(style, 'pPr'))
      made.run = { ...made.run, ...readRunProperties(findChild(style, 'rPr')) }
      made.heading = getHeadingLevel(getChildValue(style, 'name') ?? '') || made.heading
    }
    this.#paragraphs.set(id, made)
    return made
  }

  /** Returns a style and its base styles, from the most general to the style itself. */
  #bases(id: string): XmlElement[] {
    const chain: XmlElement[] = []
    let style = this.#styles.get(id)
    while (style && chain.length < maxBases && !chain.includes(style)) {
      chain.unshift(style)
      style = this.#styles.get(getChildValue(style, 'basedOn') ?? '')
    }
    return chain
  }
}

/** Returns the heading level of a style name, because Word stores built-in names in English in all languages. */
function getHeadingLevel(name: string): number {
  if (/^title$/i.test(name)) return 1
  const level = Number(/^heading ([1-9])$/i.exec(name)?.[1] ?? 0)
  return level && level + 1
}

function applyParagraphProperties(base: ParagraphStyle, properties: XmlElement | undefined): ParagraphStyle {
  if (!properties) return { ...base }
  const align = getChildValue(properties, 'jc')
  const outline = getChildValue(properties, 'outlineLvl')
  const number = findChild(properties, 'numPr')
  const numId = getChildValue(number, 'numId')
  const level = getChildValue(number, 'ilvl')
  return {
    ...base,
    ...(align !== undefined && { align: alignments[align] ?? 'start' }),
    ...(outline !== undefined && { heading: Number(outline) < 9 ? Number(outline) + 2 : 0 }),
    ...(number && {
      number: {
        numId: numId ?? base.number?.numId ?? '0',
        level: clampLevel(level === undefined ? (base.number?.level ?? 0) : Number(level)),
      },
    }),
    breaksPage: getToggleValue(properties, 'pageBreakBefore') ?? base.breaksPage,
    tabs: mergeTabStops(base.tabs, properties),
  }
}

const clampLevel = (level: number) => (level >= 0 && level <= 8 ? Math.floor(level) : 0)

export function readRunProperties(properties: XmlElement | undefined): Partial<RunStyle> {
  if (!properties) return {}
  const found: Partial<RunStyle> = {}
  const toggle = (key: keyof RunStyle, ...names: string[]) => {
    for (const name of names) {
      const on = getToggleValue(properties, name)
      if (on !== undefined) found[key] = on
    }
  }
  toggle('bold', 'b')
  toggle('italic', 'i')
  toggle('underline', 'u')
  toggle('strike', 'strike', 'dstrike')
  toggle('caps', 'caps')
  toggle('smallCaps', 'smallCaps')
  toggle('hidden', 'vanish', 'webHidden')
  toggle('highlight', 'highlight')
  const raised = getChildValue(properties, 'vertAlign')
  if (raised !== undefined) found.raised = raised !== 'baseline'
  const fill = findChild(properties, 'shd')?.attributes.fill
  // Some editors write a yellow highlight as shading.
  if (fill !== undefined && /^ffff[0-9a-f]{2}$/i.test(fill) && !/^ffffff$/i.test(fill)) found.highlight = true
  return found
}
