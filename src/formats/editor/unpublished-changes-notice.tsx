import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Format } from '../../domain/formats/format.ts'
import { describeError } from '../../lib/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { restorePublishedFormatMutation } from '../admin-queries.ts'

interface Props {
  format: Format
  /** Called after the published version was restored; the caller discards unsaved changes too. */
  onReturned: () => void
}

/** Notice that saved changes are not published yet, with a button to restore the published version. */
export function UnpublishedChangesNotice({ format, onReturned }: Props) {
  const [asking, setAsking] = useState(false)
  function ask() {
    returning.reset()
    setAsking(true)
  }
  const returning = useMutation({
    ...restorePublishedFormatMutation,
    onSuccess() {
      onReturned()
      setAsking(false)
    },
  })
  return (
    <Notice
      tone="info"
      title="Hay cambios guardados sin publicar"
      action={
        <Button size="s" onClick={ask}>
          Volver a la versión publicada
        </Button>
      }
    >
      Las solicitudes nuevas siguen usando la versión {format.version} hasta que usted publique otra.
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => returning.mutate(format)}
        title={`¿Volver a la versión ${format.version} de «${format.name}»?`}
        confirmLabel="Volver a la versión publicada"
        danger
        pending={returning.isPending}
        error={returning.error ? describeError(returning.error) : undefined}
      >
        <p>Los campos y la redacción vuelven a la versión publicada. Los cambios posteriores se pierden.</p>
      </ConfirmDialog>
    </Notice>
  )
}
