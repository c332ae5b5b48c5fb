import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Correction, correction, type User } from '../domain/users/user.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { notify } from '../lib/notify.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { changeEmail, updateContact } from './queries.ts'

const labels = { name: 'Nombre completo', email: 'Correo electrónico', phone: 'Teléfono' }

/** Dialog to correct a person's name, e-mail and telephone. A new e-mail counts once the person confirms it. */
export function PersonDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm<Correction>({
    resolver: zodResolver(correction),
    defaultValues: { name: user.name, email: user.email, phone: user.phone },
  })
  const contact = useMutation(updateContact())
  const address = useMutation(changeEmail())
  const { errors, isDirty, isSubmitting } = form.formState
  async function save({ name, email, phone }: Correction) {
    try {
      if (name !== user.name || phone !== user.phone) await contact.mutateAsync({ id: user.id, name, phone })
      if (email !== user.email) {
        const { changed } = await address.mutateAsync({ id: user.id, email })
        notify.success(
          changed
            ? `Correo corregido. La invitación se envió a ${email}.`
            : `Se envió un enlace a ${email}. El correo cambia cuando la persona lo confirme.`,
        )
      } else notify.success('Datos corregidos.')
      onClose()
    } catch (error) {
      applyFieldErrors(form, error)
    }
  }
  return (
    <FormDialog
      id="person"
      title={`Corregir los datos de ${user.name}`}
      submit="Guardar los datos"
      pending={isSubmitting}
      unsaved={isDirty && 'estos datos'}
      {...frameOf(form, labels)}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <FormField label={labels.name} name="name" error={errorOf(errors, 'name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </FormField>
      <FormField
        label={labels.email}
        name="email"
        help="Si lo cambia, la persona lo confirma con un enlace que llega al correo nuevo. Hasta entonces ingresa con el actual, donde recibe un aviso."
        error={errorOf(errors, 'email')}
      >
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      <FormField label={labels.phone} name="phone" optional error={errorOf(errors, 'phone')}>
        <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
      </FormField>
    </FormDialog>
  )
}
