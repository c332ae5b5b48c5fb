import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ListWithViews } from '../domain/views/view.ts'
import { type ViewInput, viewSchema } from '../domain/views/view-input.ts'
import type { View, ViewSearchParams } from '../domain/views/view-output.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { saveViewMutation } from './queries.ts'

const labels = { name: 'Nombre', sharedWith: 'Quién la ve' }
const sharingLabels = { '': 'Solo yo', admins: 'Los administradores', everybody: 'Todas las personas' }

interface Props {
  screen: ListWithViews
  /** View to change; missing for a new view. */
  view?: View
  search: ViewSearchParams
  /** Only an administrator can share a view. */
  isAdmin: boolean
  onClose: () => void
  onSaved?: (id: string) => void
}

export function ViewDialog({ screen, view, search, isAdmin, onClose, onSaved }: Props) {
  const saving = useMutation({
    ...saveViewMutation,
    onSuccess: ({ id }) => {
      onClose()
      onSaved?.(id)
    },
  })
  const { form, dialog, field } = useFormDialog<ViewInput>({
    labels,
    resolver: zodResolver(viewSchema),
    values: { name: view?.name ?? '', screen, search, sharedWith: view?.sharedWith ?? '' },
    noun: 'esta vista',
    send: ({ name, sharedWith }) =>
      saving.mutateAsync(view ? { id: view.id, name, sharedWith } : { name, screen, search, sharedWith }),
  })
  const offered = Object.entries(sharingLabels).filter(([reader]) => reader !== 'everybody' || screen === 'requests')
  return (
    <FormDialog
      id="view"
      title={view ? `Editar «${view.name}»` : 'Guardar esta vista'}
      description={view ? undefined : 'Los filtros, la búsqueda y el orden quedan en una pestaña sobre la lista.'}
      submit="Guardar la vista"
      {...dialog}
      onClose={onClose}
    >
      <FormField {...field('name')} required>
        <TextInput maxLength={60} placeholder="Vencidas de Compras" {...form.register('name')} />
      </FormField>
      {isAdmin && (
        <FormField {...field('sharedWith')} help="Cada persona verá solo las solicitudes que le corresponden.">
          <Select options={offered.map(([value, label]) => ({ value, label }))} {...form.register('sharedWith')} />
        </FormField>
      )}
    </FormDialog>
  )
}
