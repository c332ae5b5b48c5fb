import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListWithViews, View } from '../domain/views/view.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { setDefaultViewMutation } from './queries.ts'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)
const DeleteDialog = lazyDialog(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog)

interface Props {
  place: ListWithViews
  view: View
  /** Whether the user may change the view, as its owner or as administrator. */
  isMine: boolean
  isAdmin: boolean
  onDeleted: () => void
}

export function ViewMenu({ place, view, isMine, isAdmin, onDeleted }: Props) {
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null)
  const choosing = useMutation({
    ...setDefaultViewMutation,
    meta: { success: view.first ? 'Ya no se abre primero.' : `«${view.name}» abre primero.` },
  })
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" size="s" label={`Más de la vista ${view.name}`} />}
        items={[
          {
            label: view.first ? 'No abrir primero' : 'Abrir primero',
            icon: view.first ? 'close' : 'check',
            onSelect: () => choosing.mutate({ place, view: view.first ? '' : view.id }),
          },
          ...(isMine
            ? ([
                {
                  label: isAdmin ? 'Nombre y con quién se comparte' : 'Cambiar el nombre',
                  icon: 'edit',
                  onSelect: () => setAsked('change'),
                },
                { label: 'Borrar', icon: 'trash', danger: true, separated: true, onSelect: () => setAsked('delete') },
              ] as const)
            : []),
        ]}
      />
      {asked === 'change' && (
        <ViewDialog place={place} view={view} search={view.search} isAdmin={isAdmin} onClose={close} />
      )}
      {asked === 'delete' && <DeleteDialog view={view} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}
