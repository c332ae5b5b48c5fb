import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValidationContext } from '../domain/fields/field.ts'
import type { ProfileField } from '../domain/users/profile.ts'
import type { User } from '../domain/users/user.ts'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { reloadAfterConflict, saveProfileValuesMutation } from './queries.ts'
import { useProfileForm } from './use-profile-form.tsx'

interface Props {
  user: User
  fields: readonly ProfileField[]
  context: ValidationContext
  onClose: () => void
}

/**
 * Dialog for a user's profile values. If another user saved changes meanwhile, the dialog shows them and keeps the
 * input.
 */
export function ProfileValuesDialog({ user: opened, fields, context, onClose }: Props) {
  const [user, setUser] = useState(opened)
  const saving = useMutation({ ...saveProfileValuesMutation, onSuccess: onClose })
  const { inputs, isDirty, frame } = useProfileForm({
    fields,
    profile: user.profile,
    context,
    all: true,
    onSave: (profile) =>
      saving.mutateAsync({ id: user.id, updated: user.updated, profile }).catch(async (error) => {
        setUser((await reloadAfterConflict(error, user.id)) ?? user)
        throw error
      }),
  })
  return (
    <FormDialog
      id="profile-values"
      title={`Datos de ${user.name}`}
      description="Se usan para completar los formularios de sus solicitudes. Solo los ven esta persona y los administradores."
      submit="Guardar los datos"
      pending={saving.isPending}
      unsaved={isDirty && 'estos datos'}
      {...frame}
      onClose={onClose}
    >
      {inputs}
    </FormDialog>
  )
}
