import { useMutation } from '@tanstack/react-query'
import type { Context } from '../domain/field.ts'
import type { ProfileField } from '../domain/profile.ts'
import type { User } from '../domain/user.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProfileValues } from './profile-values.tsx'
import { saveProfileValues } from './queries.ts'

interface Props {
  user: User
  fields: readonly ProfileField[]
  context: Context
  onClose: () => void
}

/** What is known of a person, for an administrator to complete. */
export function ProfileDialog({ user, fields, context, onClose }: Props) {
  const saving = useMutation({ ...saveProfileValues, onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Datos de ${user.name}`}
      description="Con ellos empiezan los formularios de sus solicitudes. Solo los ven esta persona y los administradores."
      locked={saving.isPending}
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" type="submit" form="profile-values" pending={saving.isPending}>
            Guardar los datos
          </Button>
        </>
      }
    >
      <ProfileValues
        id="profile-values"
        fields={fields}
        profile={user.profile}
        context={context}
        all
        onSave={(profile) => saving.mutateAsync({ id: user.id, profile })}
      />
    </Dialog>
  )
}
