import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type SecondFactorReset, secondFactorResetSchema } from '../domain/users/totp.ts'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { useFormFields } from '../lib/use-form-fields.ts'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

/** Dialog that removes a user's second factor. */
export function SecondFactorResetDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const resetting = useMutation({
    mutationKey: ['users', 'secondFactor'],
    mutationFn: (body: SecondFactorReset) =>
      pb.send<void>(`/api/app/users/${user.id}/second-factor/reset`, { method: 'POST', body }),
    meta: { quiet: true, success: 'La cuenta ya no pide código.' },
    onSuccess: onClose,
  })
  const { form, frame, field } = useFormFields<SecondFactorReset>({
    labels: { reason: 'Motivo' },
    resolver: zodResolver(secondFactorResetSchema),
    values: { reason: '' },
    send: resetting.mutateAsync,
  })
  return (
    <FormDialog
      id="reset"
      title={`¿Quitar a ${user.name} el código al ingresar?`}
      description="Ingresará con su contraseña. Sus sesiones se cierran y recibe un correo. Compruebe antes que se lo pide esa persona."
      submit="Quitar el código"
      pending={resetting.isPending}
      {...frame}
      onClose={onClose}
    >
      <FormField {...field('reason')} help="Queda en el historial.">
        <TextInput autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  )
}
