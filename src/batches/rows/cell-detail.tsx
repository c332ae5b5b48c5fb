import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount } from '../../lib/number-format.ts'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import {
  formatCellError,
  formatCellWarning,
  formatListNote,
  getCellLabel,
  getFieldHint,
  listRowErrors,
} from '../../sheets/writing/cell-messages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import s from './cell-detail.module.css'
import { formatCellName, type GridColumn } from './grid-column.ts'
import type { RowEditor } from './row-editor.ts'

interface Props {
  editor: RowEditor
  view: RowView | undefined
  column: GridColumn | undefined
  /** Pinned column, whose text identifies the row. */
  pinned: GridColumn | undefined
  fields: readonly Field[]
  readOnly: boolean
  /** Edits the cell in the grid; `undefined` if the cell cannot change. */
  onEdit: (() => void) | undefined
  onPreview: ((row: RowView) => void) | undefined
}

export function CellDetail({ editor, view, column, pinned, fields, readOnly, onEdit, onPreview }: Props) {
  const { groups } = useStore(editor.store, (state) => state.overview)
  if (!view || !column) return <div className={s.strip} />
  const cell = view.cells[column.key]
  const discarded = view.status === 'discarded'
  const equal = groups
    .find(({ key, code }) => key === column.key && code === cell?.error)
    ?.texts.find(({ text }) => text === cell?.text)
  const suggestion = cell?.suggestion
  const canChange = !readOnly && !discarded
  return (
    <div className={s.strip}>
      <div className={s.text} aria-live="polite">
        <p className="wrap-anywhere">
          <strong>{column.label}</strong> <span className="text-tertiary">{formatCellName(column, view.row)}</span>
          {view.line !== undefined && view.line !== view.row && (
            <span className="text-tertiary"> · línea {view.line} del archivo</span>
          )}
          {pinned && pinned !== column && <span className={s.who}> · {view.cells[pinned.key]?.text}</span>}
        </p>
        {listRowErrors(view, fields).map(({ key, text }) => (
          <DetailLine key={key} tone="error" text={`${getCellLabel(key, fields)}: ${text}`} />
        ))}
        {cell?.error && <DetailLine tone="error" text={formatCellError(column.key, cell.error, fields, cell.text)} />}
        {cell?.listed && <p className="text-tertiary">{formatListNote(cell.listed)}</p>}
        {cell?.understood && <p className="text-tertiary">{`Se entiende: ${cell.understood}.`}</p>}
        {cell?.warning && <DetailLine tone="warning" text={formatCellWarning(cell.warning)} />}
        {Object.entries(view.warnings).map(([key, code]) => (
          <DetailLine key={key} tone="warning" text={`${getCellLabel(key, fields)}: ${formatCellWarning(code)}`} />
        ))}
        {cell?.error ? (
          <p className="text-tertiary">{getFieldHint(column.field)}</p>
        ) : (
          cell?.text && <p className={s.value}>{cell.shown ?? cell.text}</p>
        )}
        {discarded && <p className="text-tertiary">Esta fila no se envía.</p>}
      </div>
      <Cluster>
        {canChange && suggestion !== undefined && (
          <Button
            size="s"
            variant="primary"
            icon="check"
            onClick={() => void editor.edit(view.row, column.key, suggestion)}
          >
            {`Usar «${suggestion}»`}
          </Button>
        )}
        {canChange && suggestion !== undefined && cell?.error && equal && equal.count > 1 && (
          <Button
            size="s"
            onClick={() => void editor.applyToEqual(column.key, cell.error ?? '', cell.text, suggestion)}
          >
            {`Aplicar a las ${formatCount(equal.count, 'fila igual', 'filas iguales')}`}
          </Button>
        )}
        {canChange && view.errors['*'] && (
          <Button size="s" icon="check" onClick={() => void editor.accept([view.row])}>
            Los demás datos están bien
          </Button>
        )}
        {onEdit && (
          <Button size="s" icon="edit" onClick={onEdit}>
            Corregir la celda
          </Button>
        )}
        {onPreview && (
          <Button size="s" icon="eye" onClick={() => onPreview(view)}>
            Ver el documento
          </Button>
        )}
        {!readOnly && (
          <Button
            size="s"
            variant="quiet"
            icon={discarded ? 'return' : 'trash'}
            onClick={() => void editor.discard([view.row], !discarded)}
          >
            {discarded ? 'Recuperar la fila' : 'Descartar la fila'}
          </Button>
        )}
      </Cluster>
    </div>
  )
}

function DetailLine({ tone, text }: { tone: 'error' | 'warning'; text: string }) {
  return (
    <p className={cx(s.line, s[tone])}>
      <Icon name={tone === 'error' ? 'alert' : 'info'} size={16} />
      <span>{text}</span>
    </p>
  )
}
