import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, listed } from '../lib/count.ts'
import { messageOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stack } from '../ui/stack.tsx'
import { GroupDialog } from './group-dialog.tsx'
import s from './lines.module.css'
import { allGroups, deleteGroup, type PeopledGroup } from './queries.ts'

export function GroupList() {
  const { data: all, error, refetch } = useQuery(allGroups)
  const [editing, setEditing] = useState<PeopledGroup | 'new' | null>(null)
  const [deleting, setDeleting] = useState<PeopledGroup | null>(null)
  return (
    <Panel
      title="Grupos"
      description="Quiénes deciden juntos. En su pestaña Aprobación, un formato le entrega un paso a un grupo y cualquiera de sus personas lo decide."
    >
      <Stack gap={3}>
        {!all && !error && <Skeleton height="3rem" />}
        {!all && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
        {all?.length === 0 && (
          <EmptyState icon="users" title="Aún no hay grupos">
            Mientras tanto decide cualquier administrador. Con un grupo, por ejemplo «Talento Humano» o «Compras», sus
            personas deciden lo que les llega sin ser administradores, y no ven nada más.
          </EmptyState>
        )}
        <ul className={s.list}>
          {all?.map((group) => (
            <li key={group.id} className={s.line}>
              <div className={s.text}>
                <strong>{group.name}</strong>
                <span className={s.details}>{detailsOf(group)}</span>
              </div>
              <Cluster gap={1}>
                <IconButton icon="edit" size="s" label={`Editar ${group.name}`} onClick={() => setEditing(group)} />
                <IconButton icon="trash" size="s" label={`Borrar ${group.name}`} onClick={() => setDeleting(group)} />
              </Cluster>
            </li>
          ))}
        </ul>
        <Cluster>
          <Button icon="plus" onClick={() => setEditing('new')}>
            Agregar grupo
          </Button>
        </Cluster>
      </Stack>
      {editing !== null && (
        <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteDialog group={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  )
}

function detailsOf({ people }: PeopledGroup): string {
  if (!people.length) return 'Sin personas: lo que le llegue lo decide un administrador.'
  const names = people.map(({ name, isActive }) => (isActive ? name : `${name} (inactiva)`))
  return `${countOf(people.length, 'persona', 'personas')}: ${listed(names, 6)}`
}

function DeleteDialog({ group, onClose }: { group: PeopledGroup; onClose: () => void }) {
  const deleting = useMutation({ ...deleteGroup, onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(group.id)}
      title={`¿Borrar el grupo «${group.name}»?`}
      confirmLabel="Borrar 1 grupo"
      pending={deleting.isPending}
      error={deleting.error ? messageOf(deleting.error) : undefined}
    >
      <p>
        {group.people.length > 0 &&
          `${countOf(group.people.length, 'persona deja', 'personas dejan')} de pertenecer a él; sus cuentas quedan como están. `}
        Lo que ya decidieron se conserva con sus nombres. Un grupo al que un formato publicado le entrega un paso no se
        puede borrar.
      </p>
    </ConfirmDialog>
  )
}
