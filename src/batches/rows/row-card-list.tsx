import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import { formatCellError, formatCellWarning, getCellLabel, listRowErrors } from '../../sheets/writing/cell-messages.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { GridColumn } from './grid-column.ts'
import s from './row-card-list.module.css'
import type { RowEditor } from './row-editor.ts'
import { useRowPages } from './use-row-pages.ts'

interface Props {
  editor: RowEditor
  columns: readonly GridColumn[]
  fields: readonly Field[]
  label: string
  readOnly: boolean
  onOpen: (row: RowView) => void
  onPreview?: ((row: RowView) => void) | undefined
}

const estimatedCardHeight = 132

/** List of rows as cards, for narrow screens. Each card shows identifying texts, errors and a button to correct the row. */
export function RowCardList({ editor, columns, fields, label, readOnly, onOpen, onPreview }: Props) {
  const count = useStore(editor.store, (state) => state.count)
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const cards = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedCardHeight,
    overscan: 6,
    gap: 8,
    scrollMargin: top,
  })
  const seen = cards.getVirtualItems()
  const rowAt = useRowPages(editor, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0)
  return (
    <ul ref={list} className={s.list} aria-label={label} style={{ height: cards.getTotalSize() }}>
      {seen.map(({ index, start }) => {
        const view = rowAt(index)
        return (
          <li
            key={index}
            ref={cards.measureElement}
            data-index={index}
            className={cx(s.card, view?.status === 'discarded' && s.discarded)}
            style={{ translate: `0 ${start - top}px` }}
          >
            {view && (
              <>
                <p className={s.title}>
                  <span className={s.number}>Fila {view.row}</span>
                  {formatRowTitle(view, columns)}
                </p>
                <RowNotes view={view} columns={columns} fields={fields} />
                <div className={s.actions}>
                  {!readOnly && view.status !== 'discarded' && (
                    <Button size="s" icon="edit" onClick={() => onOpen(view)}>
                      Corregir
                    </Button>
                  )}
                  {onPreview && (
                    <IconButton
                      size="s"
                      icon="eye"
                      label={`Ver el documento de la fila ${view.row}`}
                      onClick={() => onPreview(view)}
                    />
                  )}
                  {!readOnly && (
                    <IconButton
                      size="s"
                      icon={view.status === 'discarded' ? 'return' : 'trash'}
                      label={`${view.status === 'discarded' ? 'Recuperar' : 'Descartar'} la fila ${view.row}`}
                      onClick={() => void editor.discard([view.row], view.status !== 'discarded')}
                    />
                  )}
                </div>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function RowNotes({
  view,
  columns,
  fields,
}: {
  view: RowView
  columns: readonly GridColumn[]
  fields: readonly Field[]
}) {
  const cells = columns.flatMap(({ key }) => {
    const cell = view.cells[key]
    return cell && (cell.error ?? cell.warning) ? [{ key, ...cell }] : []
  })
  return (
    <ul className={s.notes}>
      {listRowErrors(view, fields).map(({ key, text }) => (
        <li key={key} className={s.error}>
          <Icon name="alert" size={14} />
          <span>{text}</span>
        </li>
      ))}
      {cells.map(({ key, text, shown, error, warning }) => (
        <li key={key} className={error ? s.error : s.warning}>
          <Icon name={error ? 'alert' : 'info'} size={14} />
          <span>
            <strong>{getCellLabel(key, fields)}:</strong> {text ? <q>{shown ?? text}</q> : 'vacío'}.{' '}
            {error ? formatCellError(key, error, fields, text) : formatCellWarning(warning ?? '')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns the card's title: up to two cell texts that identify the row. */
function formatRowTitle(view: RowView, columns: readonly GridColumn[]): string {
  const identifying = columns.filter(({ field }) => field.type === 'text' || field.type === 'idDocument')
  return identifying
    .map(({ key }) => view.cells[key]?.text)
    .filter(Boolean)
    .slice(0, 2)
    .join(' · ')
}
