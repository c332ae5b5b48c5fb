import { Fragment, memo, type ReactNode } from 'react'
import type { DocumentLayout } from '../domain/documents/layout/layout.ts'
import type { Colour, LayoutPage, PageItem, StructureTag, TextItem } from '../domain/documents/layout/page-flow.ts'
import { getRunWidth } from '../domain/documents/layout/text-items.ts'
import type { StyledRun } from '../domain/documents/layout/words.ts'
import s from './document-preview.module.css'

interface Props {
  laid: DocumentLayout
  page: LayoutPage
  index: number
  label: string
  active: string
  optional: ReadonlySet<string>
}

const roles: Partial<Record<StructureTag['name'], string>> = {
  H1: 'heading',
  H2: 'heading',
  P: 'paragraph',
  Figure: 'img',
  Sect: 'group',
  Table: 'table',
  THead: 'rowgroup',
  TBody: 'rowgroup',
  TR: 'row',
  TH: 'columnheader',
  TD: 'cell',
  L: 'list',
  LI: 'listitem',
}

/** Heading levels, shifted by one because the surrounding page has its own heading. */
const levels: Partial<Record<StructureTag['name'], number>> = { H1: 2, H2: 3 }

/** Attributes that hide an element from screen readers. */
const unseen = { 'aria-hidden': true } as const

/** Page as SVG in PDF points, so that the browser wraps no lines. Roles reproduce the PDF's structure tags. */
export const PreviewPage = memo(function PreviewPage({ laid, page, index, label, active, optional }: Props) {
  const { width, height } = laid.frame
  const draw = (items: readonly PageItem[]) => (
    <Items items={items} height={height} active={active} optional={optional} />
  )
  const said = page.groups.filter(({ tag }) => tag)

  function read(tag: StructureTag, key: number): ReactNode {
    if (!isOnPage(tag, index)) return null
    return (
      <g
        key={key}
        role={roles[tag.name]}
        aria-label={tag.alt}
        {...spanAttribute(tag)}
        {...(levels[tag.name] && { 'aria-level': levels[tag.name] })}
      >
        {tag.kids.map((kid, place) => {
          if (!('page' in kid))
            return tag.name === 'TR' && !isOnPage(kid, index) ? renderEmptyCell(kid, place) : read(kid, place)
          const items = kid.page === index ? said[kid.id]?.items : undefined
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ids
          return items && <Fragment key={place}>{draw(items)}</Fragment>
        })}
      </g>
    )
  }

  return (
    <figure className={s.page} aria-label={label}>
      <svg viewBox={`0 0 ${width} ${height}`} role="none">
        <g {...unseen}>
          {page.groups.map((group, key) => {
            if (group.tag) return null
            const look = group.artifact === 'Watermark' ? s.watermark : undefined
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ids
              <g key={key} className={look}>
                {draw(group.items)}
              </g>
            )
          })}
        </g>
        {laid.tags.map(read)}
      </svg>
    </figure>
  )
})

function isOnPage(tag: StructureTag, page: number): boolean {
  return tag.kids.some((kid) => ('page' in kid ? kid.page === page : isOnPage(kid, page)))
}

/** Empty cell that preserves the column positions for screen readers. */
function renderEmptyCell(tag: StructureTag, key: number) {
  return <g key={key} role={roles[tag.name]} {...spanAttribute(tag)} />
}

const spanAttribute = ({ span }: StructureTag) => span && { 'aria-colspan': span }

interface Look {
  height: number
  active: string
  optional: ReadonlySet<string>
}

function Items({ items, ...look }: Look & { items: readonly PageItem[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
  return items.map((item, key) => <Drawn key={key} item={item} {...look} />)
}

function Drawn({ item, height, ...look }: Look & { item: PageItem }) {
  if (item.kind === 'text') return <TextLine line={item} height={height} {...look} />
  if (item.kind === 'rule') {
    const y = height - item.y
    return (
      <line
        x1={item.x}
        x2={item.x + item.width}
        y1={y}
        y2={y}
        stroke={toCssColour(item.colour)}
        strokeWidth={item.thickness}
      />
    )
  }
  if (item.kind === 'path') {
    const matrix = `matrix(1 0 0 -1 0 ${height}) matrix(${item.matrix.join(' ')})`
    return <path d={toSvgPath(item.operators)} transform={matrix} fill={toCssColour(item.colour)} fillRule="evenodd" />
  }
  const place = { x: item.x, y: height - item.y - item.height, width: item.width, height: item.height }
  return item.kind === 'image' ? (
    <image href={item.image.src} {...place} preserveAspectRatio="none" />
  ) : (
    <rect {...place} fill="none" stroke={toCssColour(item.colour)} strokeWidth={item.thickness} />
  )
}

function TextLine({ line, height, active, optional }: Look & { line: TextItem }) {
  const y = height - line.y
  let x = line.x
  const placed = line.runs.map((run) => {
    const from = x
    x += getRunWidth(run, line)
    return { run, x: from, width: x - from }
  })
  return (
    <>
      {placed.map(({ run, x, width }, key) => {
        const look = getBoxClass(run, active, optional)
        const box = { x, y: y - line.size * 0.9, width, height: line.size * 1.2 }
        const name = run.isMissing ? { role: 'img', 'aria-label': 'Falta' } : unseen
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no ids
        return look && <rect key={key} className={look} {...box} {...name} />
      })}
      <text y={y} fontSize={line.size} fill={toCssColour(line.colour)} wordSpacing={line.spacing || undefined}>
        {placed.map(({ run, x }, key) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no ids
          <tspan key={key} x={x} className={fontClass(run)} data-active={(run.key && run.key === active) || undefined}>
            {run.text}
          </tspan>
        ))}
      </text>
    </>
  )
}

function getBoxClass({ key, isMissing }: StyledRun, active: string, optional: ReadonlySet<string>): string | undefined {
  const isActive = key !== undefined && key === active
  if (!isMissing) return isActive ? s.value : undefined
  if (isActive) return s.activeGap
  return key !== undefined && optional.has(key) ? s.open : s.gap
}

function fontClass({ style, isMissing }: StyledRun) {
  const looks = [
    (style === 'bold' || style === 'boldItalic') && s.bold,
    (style === 'italic' || style === 'boldItalic') && s.italic,
    isMissing && s.missing,
  ]
  return looks.filter(Boolean).join(' ') || undefined
}

function toCssColour(colour: Colour): string {
  const part = (value: number) => Math.round(value * 255)
  const [red, green, blue] = typeof colour === 'number' ? [colour, colour, colour] : colour
  return `rgb(${part(red)} ${part(green)} ${part(blue)})`
}

/** Converts a PDF path to an SVG path: `0 0 m 5 5 l h` → `M0 0L5 5Z`. Supports `m`, `l`, `c`, `h` and `re`. */
export function toSvgPath(operators: string): string {
  let numbers: string[] = []
  const out: string[] = []
  for (const word of operators.split(/\s+/)) {
    if (/^-?[\d.]+$/.test(word)) {
      numbers.push(word)
      continue
    }
    const [x, y, width, height] = numbers
    if (word === 're') out.push(`M${x} ${y}h${width}v${height}h-${width}Z`)
    else out.push(`${word === 'h' ? 'Z' : word.toUpperCase()}${numbers.join(' ')}`)
    numbers = []
  }
  return out.join('')
}
