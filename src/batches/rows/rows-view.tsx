import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Field, Values } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import { getCellLabel } from '../../sheets/writing/cell-messages.ts'
import { IconButton } from '../../ui/actions/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Cluster, Panel } from '../../ui/page/layout.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { ErrorCauseList } from './error-cause-list.tsx'
import { type ErrorWorkbookOptions, ErrorWorkbookPanel } from './error-workbook-panel.tsx'
import type { GridColumn } from './grid-column.ts'
import { useUndoShortcuts } from './grid-editing.ts'
import type { RowEditor } from './row-editor.ts'
import { RowGrid } from './row-grid.tsx'
import s from './rows-view.module.css'

interface Props {
  editor: RowEditor
  columns: readonly GridColumn[]
  fields: readonly Field[]
  book: ErrorWorkbookOptions
  readOnly?: boolean
  preview?: (row: { row: number; values: Values }, onClose: () => void) => ReactNode
  onQuestions?: () => void
  /** Row counts of the whole batch; set if only its rows in error are loaded. */
  totals?: { all: number; warnings: number | undefined }
  state?: ReactNode
}

const filters = ['errors', 'warnings', 'all', 'discarded'] as const
const names = { errors: 'Con errores', warnings: 'Con avisos', all: 'Todas', discarded: 'Descartadas' } as const

/** View of the rows of a file or a batch, with their errors by cause and the ways to correct them. */
export function RowsView({ readOnly = false, ...props }: Props) {
  const { editor, columns, fields, book, preview } = props
  const { overview } = useStore(editor.store)
  const [seen, setSeen] = useState<{ row: number; values: Values }>()
  const causes = useFocusedCauses(overview.groups)
  useUndoShortcuts(editor, readOnly)

  async function look({ row }: RowView) {
    const { view: whole, sent } = await editor.reading.getRow(row)
    const values = { ...sent.values }
    for (const [key, cell] of Object.entries(whole.cells)) if (cell.error) delete values[key]
    setSeen({ row, values })
  }
  return (
    <div className={s.layout}>
      <div className={s.main}>
        <UndoBar editor={editor} readOnly={readOnly} state={props.state} />
        <FilteredRows {...{ editor, columns, fields, readOnly }} totals={props.totals} onPreview={preview && look} />
        {overview.ignoredBlank > 0 && (
          <p className="text-tertiary">
            {formatCount(overview.ignoredBlank, 'fila vacía ignorada', 'filas vacías ignoradas')}.
          </p>
        )}
      </div>
      <div ref={causes} tabIndex={-1} className={s.causes}>
        <Panel title="Qué hay que corregir" flush>
          <ErrorCauseList {...{ editor, fields, readOnly }} groups={overview.groups} onQuestions={props.onQuestions} />
        </Panel>
      </div>
      {!readOnly && (overview.error > 0 || overview.undoable > 0) && (
        <div className={s.file}>
          <Panel title="Corregir en Excel">
            <ErrorWorkbookPanel editor={editor} fields={fields} count={overview.error} place={book} />
          </Panel>
        </div>
      )}
      {seen && preview?.(seen, () => setSeen(undefined))}
    </div>
  )
}

/** Moves focus to the list of error causes if a correction removed the focused cause. */
function useFocusedCauses(groups: unknown) {
  const causes = useRef<HTMLDivElement>(null)
  const listed = useRef(groups)
  useEffect(() => {
    if (listed.current === groups) return
    listed.current = groups
    if (document.activeElement === document.body) causes.current?.focus({ preventScroll: true })
  }, [groups])
  return causes
}

function UndoBar({ editor, readOnly, state }: { editor: RowEditor; readOnly: boolean; state: ReactNode }) {
  const { overview, said, busy } = useStore(editor.store)
  return (
    <div className={s.bar}>
      <Cluster gap={1}>
        {!readOnly && (
          <>
            <IconButton
              size="s"
              icon="return"
              label="Deshacer (Ctrl+Z)"
              disabled={overview.undoable === 0 || busy}
              onClick={() => void editor.undo()}
            />
            <IconButton
              size="s"
              icon="redo"
              label="Rehacer (Ctrl+Y)"
              disabled={overview.redoable === 0 || busy}
              onClick={() => void editor.redo()}
            />
          </>
        )}
        {state}
      </Cluster>
      <p role="status" className={s.said}>
        {said}
      </p>
    </div>
  )
}

interface FilteredProps extends Pick<Props, 'editor' | 'columns' | 'fields'> {
  totals: Props['totals'] | undefined
  readOnly: boolean
  onPreview: ((row: RowView) => void) | undefined
}

function FilteredRows({ totals, ...shared }: FilteredProps) {
  const { editor, fields, readOnly } = shared
  const { overview, filter, count } = useStore(editor.store)
  const tab = typeof filter === 'string' ? filter : 'errors'
  const counts = {
    errors: overview.error,
    warnings: totals?.warnings ?? overview.warned,
    all: totals?.all ?? overview.total,
    discarded: overview.discarded,
  }
  // Hides empty tabs if the rows are read-only, because they stay empty.
  const shown = filters.filter((id) => !readOnly || counts[id] > 0 || id === 'all' || id === tab)
  const label =
    typeof filter === 'string' ? `Filas: ${names[filter].toLowerCase()}` : `Filas: ${getCellLabel(filter.key, fields)}`
  const missing = counts[tab] - count
  return (
    <Tabs
      label="Qué filas se ven"
      tabs={shown.map((id) => ({ id, label: names[id], count: formatNumber(counts[id]) }))}
      value={tab}
      onChange={(id) => void editor.show(id)}
    >
      {totals && missing > 0 && (tab === 'all' || tab === 'warnings') && (
        <p className={s.elsewhere}>
          {`Solo se muestran las filas que tenían errores. ${missing === 1 ? 'Otra ya está lista, descartada o enviada' : `Otras ${formatNumber(missing)} ya están listas, descartadas o enviadas`}.`}
        </p>
      )}
      {count === 0 ? (
        <p className={s.empty}>
          <Icon name={tab === 'errors' ? 'approve' : 'info'} size={18} />
          {tab === 'warnings' && counts.warnings > 0 ? 'Ninguna de las filas abiertas tiene avisos.' : empty[tab]}
        </p>
      ) : (
        <RowGrid label={label} {...shared} />
      )}
    </Tabs>
  )
}

const empty = {
  errors: 'Ninguna fila tiene errores.',
  warnings: 'Ninguna fila tiene avisos.',
  all: 'No hay filas.',
  discarded: 'No ha descartado ninguna fila.',
} as const
