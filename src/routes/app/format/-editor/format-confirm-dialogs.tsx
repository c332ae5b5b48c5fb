import { describeError } from '../../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import type { FormatActions, FormatEditorState } from './use-format-editor.ts'

interface Props {
  editing: FormatEditorState
  steps: FormatActions
}

export function FormatConfirmDialogs({ editing: { format, input, discard }, steps }: Props) {
  const { question, close, refusal } = steps
  if (question === 'publish')
    return (
      <ConfirmDialog
        onClose={close}
        onConfirm={steps.publish}
        title={`¿Publicar «${input.name}»?`}
        confirmLabel={`Publicar la versión ${format.version + 1}`}
        pending={steps.isPublishing}
        error={refusal ? describeError(refusal) : undefined}
      >
        <p>Las solicitudes nuevas lo usarán desde ahora. Las existentes conservan su versión.</p>
      </ConfirmDialog>
    )
  if (question === 'discard')
    return (
      <ConfirmDialog
        onClose={close}
        onConfirm={() => {
          discard()
          close()
        }}
        title="¿Descartar los cambios sin guardar?"
        confirmLabel="Descartar"
        danger
      >
        <p>El formato queda como estaba la última vez que se guardó.</p>
      </ConfirmDialog>
    )
  if (question === 'delete')
    return (
      <ConfirmDialog
        onClose={close}
        onConfirm={steps.remove}
        title={`¿Borrar el borrador «${format.name}»?`}
        confirmLabel="Borrar"
        danger
        pending={steps.isDeleting}
      >
        <p>Nadie lo ha usado todavía. No se puede deshacer.</p>
      </ConfirmDialog>
    )
  return null
}
