import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { roleLabels, roles } from '../domain/users/role.ts'
import { invitationInput } from '../domain/users/user.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { inviteUserMutation } from './queries.ts'

const labels = { name: 'Nombre', email: 'Correo electrónico', role: 'Rol' }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const sending = useMutation({ ...inviteUserMutation(), onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<z.infer<typeof invitationInput>>({
    labels,
    resolver: zodResolver(invitationInput),
    values: { name: '', email: '', role: '_user' },
    noun: 'esta invitación',
    send: sending.mutateAsync,
  })
  return (
    <FormDialog
      id="invite"
      title="Invitar a una persona"
      description="Recibe un correo para elegir su contraseña. Puede ingresar sin esperar a que la activen."
      submit="Enviar la invitación"
      {...dialog}
      onClose={onClose}
    >
      <FormField {...field('name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </FormField>
      <FormField {...field('email')}>
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <FormField {...field('role')}>
        <Select options={roles.map((role) => ({ value: role, label: roleLabels[role] }))} {...form.register('role')} />
      </FormField>
    </FormDialog>
  )
}
