import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { roleLabels, roles } from '../domain/users/role.ts'
import { type Invitation, invitationSchema } from '../domain/users/user.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { inviteUserMutation } from './queries.ts'

const labels = { name: 'Nombre', email: 'Correo electrónico', role: 'Rol', manager: 'Correo del jefe inmediato' }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const sending = useMutation(inviteUserMutation)
  const isNextWanted = useRef(false)
  const { form, dialog, field } = useFormDialog<Invitation>({
    labels,
    resolver: zodResolver(invitationSchema),
    values: { name: '', email: '', role: '_user', manager: '' },
    noun: 'esta invitación',
    async send(invitation) {
      await sending.mutateAsync(invitation)
      if (!isNextWanted.current) return onClose()
      // Focus first, because the reset form registers its inputs only when it renders.
      form.setFocus('name')
      form.reset({ ...invitation, name: '', email: '' })
    },
  })
  async function sendAndContinue() {
    if (sending.isPending) return
    isNextWanted.current = true
    await dialog.onSubmit()
    isNextWanted.current = false
  }
  return (
    <FormDialog
      id="invite"
      title="Invitar a una persona"
      description="La persona recibirá un correo para elegir su contraseña. No hace falta activarla."
      submit="Enviar la invitación"
      {...dialog}
      alternative={<Button onClick={() => void sendAndContinue()}>Enviar e invitar a otra</Button>}
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
      <FormField {...field('manager')} optional>
        <TextInput type="email" autoComplete="off" {...form.register('manager')} />
      </FormField>
    </FormDialog>
  )
}
