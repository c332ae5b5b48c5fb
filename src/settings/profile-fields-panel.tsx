import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTypeLabels } from '../domain/fields/field-types.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { ProfileField } from '../domain/users/profile.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { RecordLine } from '../ui/data/record-line.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Cluster, Panel, Stack } from '../ui/page/layout.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'
import { saveProfileFieldsMutation } from './mutations.ts'
import { ProfileFieldDialog } from './profile-field-dialog.tsx'

/** List of the profile fields that the organisation defines for all users. Forms may use them as default values. */
export function ProfileFieldsPanel({ settings }: { settings: Settings }) {
  const fields = settings.profileFields ?? []
  const [editing, setEditing] = useState<ProfileField | 'new' | null>(null)
  const [removing, setRemoving] = useState<ProfileField | null>(null)
  const saving = useMutation(saveProfileFieldsMutation)
  const edited = editing === 'new' ? undefined : editing?.key
  const others = fields.filter(({ key }) => key !== edited)
  const save = (profileFields: ProfileField[]) => ({ id: settings.id, updated: settings.updated, profileFields })
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      Agregar dato
    </Button>
  )
  return (
    <Panel>
      <Stack gap={3}>
        {fields.length === 0 && (
          <EmptyState icon="user" title="El perfil no tiene datos propios" action={add}>
            Agregue los datos que sus formatos piden con frecuencia.
          </EmptyState>
        )}
        <ul>
          {fields.map((field) => (
            <RecordLine
              key={field.key}
              name={field.label}
              details={`${fieldTypeLabels[field.type]} · ${field.own ? 'lo diligencia cada persona o un administrador' : 'lo diligencia un administrador'}`}
            >
              <IconButton icon="edit" size="s" label={`Editar ${field.label}`} onClick={() => setEditing(field)} />
              <IconButton icon="trash" size="s" label={`Quitar ${field.label}`} onClick={() => setRemoving(field)} />
            </RecordLine>
          ))}
        </ul>
        {fields.length > 0 && <Cluster>{add}</Cluster>}
      </Stack>
      {editing !== null && (
        <ProfileFieldDialog
          field={editing === 'new' ? undefined : editing}
          storedField={fields.find(({ key }) => key === edited)}
          others={others}
          onSave={async (field) => {
            const after =
              editing === 'new' ? [...fields, field] : fields.map((one) => (one.key === edited ? field : one))
            await saving.mutateAsync(save(after))
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <MutationDialog
          mutation={saveProfileFieldsMutation}
          variables={save(fields.filter(({ key }) => key !== removing.key))}
          onClose={() => setRemoving(null)}
          title={`¿Quitar «${removing.label}» del perfil?`}
          confirmLabel="Quitar"
          danger
        >
          <p>
            Deja de pedirse, y los formatos ya no lo toman del perfil. El dato de cada persona se borra y no se puede
            recuperar.
          </p>
        </MutationDialog>
      )}
    </Panel>
  )
}
