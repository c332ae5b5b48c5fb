import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type GroupInput, groupSchema } from '../domain/groups/group.ts'
import { formatCount } from '../lib/number-format.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Badge } from '../ui/data/badge.tsx'
import { RemovableList } from '../ui/data/removable-list.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import s from './group-dialog.module.css'
import { type GroupWithMembers, saveGroupMutation } from './queries.ts'
import { UserCombobox } from './user-combobox.tsx'

const labels = { name: 'Nombre', members: 'Personas' }

export function GroupDialog({ group, onClose }: { group?: GroupWithMembers | undefined; onClose: () => void }) {
  const [people, setPeople] = useState<GroupWithMembers['people']>(group?.people ?? [])
  const before = group?.members ?? []
  const saving = useMutation({ ...saveGroupMutation, onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<GroupInput>({
    labels,
    resolver: zodResolver(groupSchema),
    values: { name: group?.name ?? '', members: before },
    noun: 'este grupo',
    send: ({ name, members }) =>
      saving.mutateAsync({
        id: group?.id,
        name,
        added: members.filter((id) => !before.includes(id)),
        removed: before.filter((id) => !members.includes(id)),
      }),
  })
  function change(next: GroupWithMembers['people']) {
    setPeople(next)
    form.setValue(
      'members',
      next.map(({ id }) => id),
      { shouldDirty: true, shouldValidate: true },
    )
  }
  return (
    <FormDialog
      id="group"
      title={group ? `Editar «${group.name}»` : 'Nuevo grupo'}
      submit="Guardar el grupo"
      {...dialog}
      onClose={onClose}
    >
      <FormField {...field('name')} required>
        <TextInput placeholder="Talento Humano" {...form.register('name')} />
      </FormField>
      <FormField
        {...field('members')}
        group
        help="Cualquiera de ellas puede decidir las solicitudes del grupo. No ven las demás."
      >
        <UserCombobox
          label="Agregar una persona"
          value={null}
          without={people.map(({ id }) => id)}
          onChange={(user) => user && change([...people, { ...user, isActive: true }])}
        />
        <p className={s.count} role="status">
          {people.length === 0 ? 'Nadie todavía.' : formatCount(people.length, 'persona', 'personas')}
        </p>
        <RemovableList
          items={people.map(({ id, name, isActive }) => ({
            id,
            name,
            badge: !isActive && <Badge tone="neutral">Inactiva: no decide</Badge>,
          }))}
          onRemove={(user) => change(people.filter(({ id }) => id !== user))}
        />
      </FormField>
    </FormDialog>
  )
}
