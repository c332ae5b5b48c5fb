import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type GroupInput, groupSchema } from '../domain/groups/group.ts'
import { describeError } from '../lib/api-error.ts'
import { formatCount, formatList } from '../lib/number-format.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { RecordLine } from '../ui/data/record-line.tsx'
import { RemovableList } from '../ui/data/removable-list.tsx'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Cluster, Panel, Stack } from '../ui/page/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import s from './group-list.module.css'
import { deleteGroupMutation, type GroupWithMembers, groupListQuery, saveGroupMutation } from './queries.ts'
import { UserCombobox } from './user-combobox.tsx'

export function GroupList() {
  const { data: all, error, refetch } = useQuery(groupListQuery)
  const [editing, setEditing] = useState<GroupWithMembers | 'new' | null>(null)
  const [deleting, setDeleting] = useState<GroupWithMembers | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      Agregar grupo
    </Button>
  )
  return (
    <Panel
      title="Grupos"
      description="Personas que deciden los mismos pasos. Los pasos se asignan en la pestaña Aprobación de cada formato, y basta con que decida una persona del grupo."
    >
      <Stack gap={3}>
        {!all && !error && <Skeleton height="3rem" />}
        {!all && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
        {all?.length === 0 && (
          <EmptyState icon="users" title="Aún no hay grupos" action={add}>
            Por ahora decide cualquier administrador. Las personas de un grupo, por ejemplo «Talento Humano» o
            «Compras», deciden sin ser administradores y solo ven sus solicitudes.
          </EmptyState>
        )}
        <ul>
          {all?.map((group) => (
            <RecordLine key={group.id} name={group.name} details={formatMembers(group)}>
              <Cluster gap={1}>
                <IconButton icon="edit" size="s" label={`Editar ${group.name}`} onClick={() => setEditing(group)} />
                <IconButton icon="trash" size="s" label={`Borrar ${group.name}`} onClick={() => setDeleting(group)} />
              </Cluster>
            </RecordLine>
          ))}
        </ul>
        {all?.length !== 0 && <Cluster>{add}</Cluster>}
      </Stack>
      {editing !== null && (
        <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteGroupDialog group={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  )
}

function formatMembers({ people }: GroupWithMembers): string {
  if (!people.length) return 'Sin personas: decide un administrador.'
  const names = people.map(({ name, isActive }) => (isActive ? name : `${name} (inactiva)`))
  return `${formatCount(people.length, 'persona', 'personas')}: ${formatList(names, 6)}`
}

function DeleteGroupDialog({ group, onClose }: { group: GroupWithMembers; onClose: () => void }) {
  return (
    <MutationDialog
      danger
      onClose={onClose}
      mutation={deleteGroupMutation}
      variables={group.id}
      title={`¿Borrar el grupo «${group.name}»?`}
      confirmLabel="Borrar 1 grupo"
    >
      <p>
        {group.people.length > 0 &&
          `${formatCount(group.people.length, 'persona deja', 'personas dejan')} de pertenecer a él; sus cuentas quedan como están. `}
        Sus decisiones se conservan con sus nombres. No se puede borrar si un formato lo usa.
      </p>
    </MutationDialog>
  )
}

const labels = { name: 'Nombre', members: 'Personas' }

function GroupDialog({ group, onClose }: { group?: GroupWithMembers | undefined; onClose: () => void }) {
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
