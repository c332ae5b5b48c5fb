import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { managerInputSchema, type User } from '../domain/users/user.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormField } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { managerQuery, setManagerMutation } from './queries.ts'
import { UserCombobox } from './user-combobox.tsx'
import type { UserOption } from './user-search-query.ts'

/** Dialog to choose the immediate manager of a user, or none. */
export function ManagerDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const saving = useMutation(setManagerMutation)
  const { data: stored } = useQuery(managerQuery(user))
  const [chosen, setChosen] = useState<UserOption | null>()
  const { form, dialog, field } = useFormDialog<{ manager: string }>({
    labels: { manager: 'Jefe inmediato' },
    resolver: zodResolver(managerInputSchema),
    values: { manager: user.manager },
    noun: 'este cambio',
    async send({ manager }) {
      await saving.mutateAsync({ ...user, manager })
      onClose()
    },
  })
  const current = user.manager && stored ? { id: user.manager, name: stored.name } : null
  return (
    <FormDialog
      id="manager"
      title={`Jefe inmediato de ${user.name}`}
      description="Decide los pasos «Jefe inmediato» de sus solicitudes, también las que ya esperan."
      submit="Guardar el jefe"
      {...dialog}
      onClose={onClose}
    >
      <FormField
        {...field('manager')}
        optional
        help="Déjelo vacío si no tiene: decide el reemplazo que nombre cada formato."
      >
        <UserCombobox
          value={chosen === undefined ? current : chosen}
          without={[user.id]}
          onChange={(found) => {
            setChosen(found)
            form.setValue('manager', found?.id ?? '', { shouldDirty: true })
          }}
        />
      </FormField>
    </FormDialog>
  )
}
