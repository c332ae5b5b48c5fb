import type { Column, Field, Row, Value } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/format-value.ts'
import type { RowDifference } from '../../domain/requests/field-changes.ts'
import { cx } from '../../ui/cx.ts'
import s from './field-change.module.css'
import { RowTable } from './value-list.tsx'

const formatFieldValue = (field: Column, value: Value | undefined) =>
  value === undefined || value === '' ? '' : formatValue(field, value)

/** Value before and after a change. In texts, the common beginning and end are shown only once. */
export function ValueChange({ field, before, after }: { field: Field; before?: Value; after?: Value }) {
  const [was, is] = [formatFieldValue(field, before), formatFieldValue(field, after)]
  const { start, end } = field.type === 'longText' && was && is ? getCommonAffixes(was, is) : { start: '', end: '' }
  const [gone, added] = [was, is].map((text) => text.slice(start.length, text.length - end.length)) as [string, string]
  // Shows an empty side as missing only if the whole text changed, not if text was inserted or deleted.
  const isWhole = start === '' && end === ''
  return (
    <span className="pre-line">
      {start}
      {(isWhole || gone) && <RemovedText text={gone} />}
      {(isWhole || (gone && added)) && ' '}
      {(isWhole || added) && <AddedText text={added} isAlone={gone === '' && !isWhole} />}
      {end}
    </span>
  )
}

function RemovedText({ text }: { text: string }) {
  return text === '' ? (
    <span className={s.nothing}>Vacío</span>
  ) : (
    <del className={s.gone}>
      <span className="visually-hidden">Antes: </span>
      {text}
    </del>
  )
}

function AddedText({ text, isAlone = false }: { text: string; isAlone?: boolean }) {
  return (
    <span>
      {!isAlone && (
        <span aria-hidden="true" className={s.arrow}>
          →
        </span>
      )}
      <ins className={cx(s.ins, text === '' && s.nothing)}>
        <span className="visually-hidden">Ahora: </span>
        {text || 'Vacío'}
      </ins>
    </span>
  )
}

/** Returns the beginning and end, in whole words, that two texts have in common. */
function getCommonAffixes(a: string, b: string): { start: string; end: string } {
  const [one, other] = [a.split(/(?<=\s)/), b.split(/(?<=\s)/)]
  const least = Math.min(one.length, other.length)
  let start = 0
  while (start < least && one[start] === other[start]) start++
  let end = 0
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return { start: one.slice(0, start).join(''), end: end ? one.slice(-end).join('') : '' }
}

export function TableChanges({ field, rows }: { field: Field; rows: readonly RowDifference[] }) {
  const columns = field.columns ?? []
  return (
    <RowTable
      label={`Filas que cambiaron en ${field.label}`}
      columns={columns}
      withNames
      rows={rows.map(({ before, after, columns: changed }) => ({
        name: formatRowLabel(before?.place, after?.place),
        className: cx(!before && s.added, !after && s.removed),
        cells: columns.map((column) => (
          <Cell
            key={column.key}
            column={column}
            before={before?.row}
            after={after?.row}
            isChanged={changed.includes(column.key)}
          />
        )),
      }))}
    />
  )
}

function formatRowLabel(before: number | undefined, after: number | undefined) {
  if (before === undefined) return `${after} · nueva`
  if (after === undefined) return `${before} · quitada`
  return before === after ? String(after) : `${after} (era la ${before})`
}

interface CellProps {
  column: Column
  before: Row | undefined
  after: Row | undefined
  isChanged: boolean
}

function Cell({ column, before, after, isChanged }: CellProps) {
  const [was, is] = [formatFieldValue(column, before?.[column.key]), formatFieldValue(column, after?.[column.key])]
  if (isChanged)
    return (
      <>
        <RemovedText text={was} /> <AddedText text={is} />
      </>
    )
  const text = (after ? is : was) || '—'
  if (before && after) return text
  return after ? <ins className={s.ins}>{text}</ins> : <del className={s.gone}>{text}</del>
}
