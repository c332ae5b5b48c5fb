import type { ReactNode } from 'react'
import { longDate } from '../domain/date.ts'
import { type Block, itemMark, type ListBlock, type Run, type SignaturesBlock } from '../domain/document/blocks.ts'
import { kindLine, stampOf, wording } from '../domain/document/document.ts'
import s from './paper.module.css'

interface Props {
  organisation: { name: string; id: string; city: string; logo: string }
  number: string | null
  /** `YYYY-MM-DD` */
  date: string
  blocks: readonly Block[]
  /** Key of the value to mark: the one that is being typed. */
  active?: string
  /** Keys of values that may stay away: their gaps ask for nothing. */
  optional?: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The sheet as the PDF will have it; what is missing is marked where it will stand. */
export function Paper({ organisation, number, date, blocks, active = '', optional = none }: Props) {
  const label = number ? `${wording.number} ${number}` : `${wording.preview} · ${wording.noNumber}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
    <article className={s.frame} aria-label="Vista previa del documento" tabIndex={0}>
      <div className={s.sheet} data-mark={wording.mark.preliminary}>
        <header className={s.head}>
          <div>
            {organisation.logo && <img className={s.logo} src={organisation.logo} alt="" />}
            <p>
              <strong>{organisation.name}</strong>
            </p>
            <p>{[organisation.id, organisation.city].filter(Boolean).join(' · ')}</p>
          </div>
          <div>
            <p className={s.stamp}>{stampOf({ kind: 'preliminary', number })}</p>
            <p>
              <strong>{number ?? wording.noNumber}</strong>
            </p>
            <p className={s.date}>{longDate(date)}</p>
          </div>
        </header>
        <div className={s.text}>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity than their place
            <BlockOf key={index} block={block} look={{ active, optional }} />
          ))}
        </div>
        <footer className={s.foot}>
          {kindLine({ kind: 'preliminary', annulledOn: '' })} · {label}
        </footer>
      </div>
    </article>
  )
}

interface Look {
  active: string
  optional: ReadonlySet<string>
}

function BlockOf({ block, look }: { block: Block; look: Look }) {
  if (block.kind === 'heading') {
    const Level = block.level === 1 ? 'h2' : 'h3'
    return <Level className={block.level === 1 ? s.title : s.subtitle}>{runs(block.runs, look)}</Level>
  }
  if (block.kind === 'paragraph') return <p>{runs(block.runs, look)}</p>
  if (block.kind === 'page') return <hr className={s.page} />
  if (block.kind === 'list') return <ListOf list={block} look={look} />
  if (block.kind === 'signatures') return <SignaturesOf block={block} look={look} />
  const end = (column: number) => (block.align[column] === 'start' ? undefined : s[block.align[column] ?? ''])
  return (
    <table className={s.table}>
      {block.shares && (
        <colgroup>
          {block.shares.map((share, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their place
            <col key={column} style={share === null ? undefined : { width: `${share}%` }} />
          ))}
        </colgroup>
      )}
      {block.header && (
        <thead>
          <tr>
            {cells(block.header, (cell, column) => (
              <th key={column} scope="col" className={end(column)}>
                {runs(cell, look)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {block.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <tr key={index}>
            {cells(row, (cell, column) => (
              <td key={column} className={end(column)}>
                {runs(cell, look)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ListOf({ list, look }: { list: ListBlock; look: Look }) {
  const Tag = list.mark === 'bullet' ? 'ul' : 'ol'
  return (
    <Tag className={s.list}>
      {list.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity than their place
        <li key={index}>
          <span>{itemMark(list, index)}</span>
          <span>{runs(item, look)}</span>
        </li>
      ))}
    </Tag>
  )
}

function SignaturesOf({ block, look }: { block: SignaturesBlock; look: Look }) {
  return (
    <div className={s.signatures}>
      {block.entries.map(({ lines, image }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: signatures have no other identity than their place
        <div key={index}>
          {image && <img src={image.src} alt="" />}
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity than their place
            <p key={row}>{runs(line, look)}</p>
          ))}
        </div>
      ))}
    </div>
  )
}

function cells(row: readonly Run[][], draw: (cell: Run[], column: number) => ReactNode) {
  return row.map(draw)
}

function runs(list: readonly Run[], { active, optional }: Look): ReactNode[] {
  return list.map((run, index) => {
    const text = run.missing === undefined ? run.text : run.missing
    const gap = run.key !== undefined && optional.has(run.key) ? s.open : s.gap
    const className = run.missing !== undefined ? gap : run.key ? s.value : undefined
    const marked = run.key !== undefined && run.key === active
    const Tag = run.bold ? 'strong' : 'span'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity than their place
      <Tag key={index} className={className} data-active={marked || undefined}>
        {run.missing !== undefined && <span className="visually-hidden">Falta: </span>}
        {text}
      </Tag>
    )
  })
}
