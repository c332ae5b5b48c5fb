import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { roleNames, roles } from '../domain/users/role.ts'
import { invitation } from '../domain/users/user.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { invite } from './queries.ts'

const labels = { name: 'Nombre', email: 'Correo electrónico', role: 'Rol' }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(invitation),
    defaultValues: { name: '', email: '', role: '_user' as const },
  })
  const sending = useMutation({
    ...invite(),
    onSuccess: onClose,
    onError: (error) => applyFieldErrors(form, error),
  })
  const { errors, isDirty } = form.formState
  return (
    <FormDialog
      id="invite"
      title="Invitar a una persona"
      description="Recibe un correo para elegir su contraseña. Puede ingresar sin esperar a que la activen."
      submit="Enviar la invitación"
      pending={sending.isPending}
      unsaved={isDirty && 'esta invitación'}
      {...frameOf(form, labels)}
      onSubmit={form.handleSubmit((values) => sending.mutate(values))}
      onClose={onClose}
    >
      <FormField label={labels.name} name="name" error={errorOf(errors, 'name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </FormField>
      <FormField label={labels.email} name="email" error={errorOf(errors, 'email')}>
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <FormField label={labels.role} name="role" error={errorOf(errors, 'role')}>
        <Select options={roles.map((role) => ({ value: role, label: roleNames[role] }))} {...form.register('role')} />
      </FormField>
    </FormDialog>
  )
}
