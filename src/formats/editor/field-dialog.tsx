import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { SourceOption } from './beginning-input.tsx'
import { FieldConditions, FieldMarks, FieldNaming, FieldSources, FieldTexts } from './field-inputs.tsx'
import type { NamedList } from './record-input.tsx'
import { type ColumnsEditing, TypeSettings } from './type-settings.tsx'
import { type DraftOptions, useFieldDraft } from './use-field-draft.ts'

interface Props extends DraftOptions {
  /** Sources of an initial value. */
  sources: readonly SourceOption[]
  /** Lists whose records may fill the field. */
  lists: readonly NamedList[]
  onClose: () => void
  renderColumns: (columns: ColumnsEditing) => ReactNode
}

export function FieldDialog({ sources, lists, onClose, renderColumns, ...options }: Props) {
  const { field, noun } = options
  const editing = useFieldDraft(options)
  const [leaving, setLeaving] = useState(false)
  const leave = () => (editing.isBegun() ? setLeaving(true) : onClose())
  return (
    <Dialog
      open
      onClose={leave}
      size="l"
      title={field ? `Editar «${field.label}»` : `${noun === 'campo' ? 'Nuevo campo' : 'Nueva columna'}`}
      footer={
        <>
          <Button onClick={leave}>Volver</Button>
          <Button variant="primary" onClick={editing.save}>
            Aceptar
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorSummary errors={editing.missing} attempt={editing.tries} />
        <FieldNaming editing={editing} />
        <TypeSettings
          field={editing.draft}
          others={options.others}
          faults={editing.isNew ? {} : editing.faults}
          judge={editing.judgeColumns}
          onChange={editing.change}
          onRename={editing.rename}
          renderColumns={renderColumns}
        />
        <FieldTexts editing={editing} />
        <FieldSources editing={editing} sources={sources} lists={lists} />
        <FieldConditions editing={editing} />
        <FieldMarks editing={editing} />
      </Stack>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        title={noun === 'campo' ? '¿Salir sin aceptar este campo?' : '¿Salir sin aceptar esta columna?'}
        confirmLabel="Descartar lo escrito"
        danger
      >
        <p>Lo que escribió en este cuadro se pierde.</p>
      </ConfirmDialog>
    </Dialog>
  )
}
