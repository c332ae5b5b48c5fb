import { findChild, findChildren, type XmlElement } from '../../sheets/files/xml/xml-tree.ts'

/** Tab stop of a paragraph. `position` in twentieths of a point from the left edge of the text. */
export interface TabStop {
  position: number
  align: string
  leader: string
}

const twipsPerCentimetre = 567
/** Distance from the right edge, up to which a right tab takes the free width of the line. */
const edge = 0.6 * twipsPerCentimetre
/** Positions that a tab of a body can have, in centimetres. */
const minPosition = 0.5
const maxPosition = 25

/** Adds the tab stops of paragraph properties to those of the style. Removes stops that the properties clear. */
export function mergeTabStops(base: readonly TabStop[], properties: XmlElement): readonly TabStop[] {
  const found = findChildren(findChild(properties, 'tabs'), 'tab').flatMap(({ attributes }) => {
    const position = Number(attributes.pos)
    return Number.isFinite(position)
      ? [{ position, align: attributes.val ?? 'left', leader: attributes.leader ?? 'none' }]
      : []
  })
  if (!found.length) return base
  const kept = base.filter(({ position }) => found.every((stop) => stop.position !== position))
  const own = found.filter(({ align }) => align !== 'clear' && align !== 'num' && align !== 'bar')
  return [...kept, ...own].sort((a, b) => a.position - b.position)
}

/** Returns the tag of each tab stop, e.g. `{{tabulación 8,5 cm}}`; empty if a body has no such tab. `lineWidth`: width of the text. */
export function renderTabStopTags(stops: readonly TabStop[], lineWidth: number): string[] {
  return stops.map(({ position, align }) => {
    const isRight = align === 'right' || align === 'end'
    if (isRight && position >= lineWidth - edge) return '{{tabulación}}'
    const place = Math.round((position * 10) / twipsPerCentimetre) / 10
    const isLeft = align === 'left' || align === 'start'
    return isLeft && place >= minPosition && place <= maxPosition
      ? `{{tabulación ${String(place).replace('.', ',')} cm}}`
      : ''
  })
}

/** Returns the text width of a section's page in twips; default: Letter with margins of 3 cm. */
export function getTextWidth(section: XmlElement | undefined): number {
  const size = findChild(section, 'pgSz')?.attributes
  const margins = findChild(section, 'pgMar')?.attributes
  const width = Number(size?.w ?? 12240) - Number(margins?.left ?? 1701) - Number(margins?.right ?? 1701)
  return width > 0 ? width : 8838
}
