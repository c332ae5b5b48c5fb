import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type User, type UserUpdate, userUpdateSchema } from '../domain/users/user.ts'
import { notify } from '../lib/notify.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { reloadAfterConflict, requestUserEmailChangeMutation, updateUserContactMutation } from './queries.ts'

const toInput = ({ name, email, phone }: User): UserUpdate => ({ name, email, phone })

const labels = { name: 'Nombre completo', email: 'Correo electrónico', phone: 'Teléfono' }

/**
 * Dialog to correct a user's name, e-mail and telephone. A new e-mail address applies after the user confirms it. If
 * another user saved changes meanwhile, the dialog shows them and keeps the input.
 */
export function EditUserDialog({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const [user, setUser] = useState(opened)
  const contact = useMutation(updateUserContactMutation)
  const address = useMutation(requestUserEmailChangeMutation)
  async function send({ name, email, phone }: UserUpdate) {
    if (name !== user.name || phone !== user.phone) await saveContact({ ...user, name, phone })
    if (email !== user.email) {
      const { changed } = await address.mutateAsync({ id: user.id, email })
      notify.success(
        changed
          ? `Correo corregido. La invitación se envió a ${email}.`
          : `Se envió un enlace a ${email}. El correo cambia cuando la persona lo confirme.`,
      )
    } else notify.success('Datos corregidos.')
    onClose()
  }
  const saveContact = (changed: User) =>
    contact.mutateAsync(changed).catch(async (error) => {
      const stored = await reloadAfterConflict(error, user.id)
      if (stored) {
        setUser(stored)
        form.reset(toInput(stored), { keepDirtyValues: true })
      }
      throw error
    })
  const { form, dialog, field } = useFormDialog<UserUpdate>({
    labels,
    resolver: zodResolver(userUpdateSchema),
    values: toInput(opened),
    noun: 'estos datos',
    send,
  })
  return (
    <FormDialog
      id="person"
      title={`Corregir los datos de ${user.name}`}
      submit="Guardar los datos"
      {...dialog}
      onClose={onClose}
    >
      <FormField {...field('name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </FormField>
      <FormField
        {...field('email')}
        help="Si lo cambia, la persona lo confirma con un enlace que llega al correo nuevo. Hasta entonces ingresa con el actual, donde recibe un aviso."
      >
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <FormField {...field('phone')} optional>
        <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
      </FormField>
    </FormDialog>
  )
}
