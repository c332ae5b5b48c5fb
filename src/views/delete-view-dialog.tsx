import { useMutation } from '@tanstack/react-query'
import type { View } from '../domain/views/view.ts'
import { describeError } from '../lib/error-message.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { deleteViewMutation } from './queries.ts'

const sharingNotes = {
  everybody: ' Se comparte con todas las personas: quienes la usan dejarán de verla.',
  admins: ' Se comparte con los administradores: quienes la usan dejarán de verla.',
  '': '',
}

interface Props {
  view: View
  onClose: () => void
  onDeleted: () => void
}

export function DeleteViewDialog({ view, onClose, onDeleted }: Props) {
  const deleting = useMutation({ ...deleteViewMutation, onSuccess: onDeleted })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(view.id)}
      title={`¿Borrar la vista «${view.name}»?`}
      confirmLabel="Borrar 1 vista"
      pending={deleting.isPending}
      error={deleting.error ? describeError(deleting.error) : undefined}
    >
      <p>{`Sus solicitudes no cambian.${sharingNotes[view.sharedWith]}`}</p>
    </ConfirmDialog>
  )
}
