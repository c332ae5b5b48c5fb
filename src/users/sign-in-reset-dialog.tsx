import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type SignInReset, signInResetSchema } from '../domain/users/totp.ts'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { useFormFields } from '../lib/use-form-fields.ts'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

const resets = {
  secondFactor: {
    path: 'second-factor/reset',
    title: (name: string) => `¿Quitar a ${name} el código al ingresar?`,
    effect: 'Ingresará con su contraseña.',
    submit: 'Quitar el código',
    success: 'La cuenta ya no pide código.',
  },
  unlink: {
    path: 'unlink',
    title: (name: string) => `¿Desvincular las cuentas de ${name}?`,
    effect: 'Dejará de ingresar con ellas hasta que las vincule otra vez.',
    submit: 'Desvincular',
    success: 'Cuentas desvinculadas.',
  },
}

interface Props {
  user: User
  kind: keyof typeof resets
  onClose: () => void
}

/** Dialog that removes a user's second factor or linked accounts. */
export function SignInResetDialog({ user, kind, onClose }: Props) {
  const { path, title, effect, submit, success } = resets[kind]
  const resetting = useMutation({
    mutationKey: ['users', kind],
    mutationFn: (body: SignInReset) => pb.send<void>(`/api/app/users/${user.id}/${path}`, { method: 'POST', body }),
    meta: { quiet: true, success },
    onSuccess: onClose,
  })
  const { form, frame, field } = useFormFields<SignInReset>({
    labels: { reason: 'Motivo' },
    resolver: zodResolver(signInResetSchema),
    values: { reason: '' },
    send: resetting.mutateAsync,
  })
  return (
    <FormDialog
      id="reset"
      title={title(user.name)}
      description={`${effect} Sus sesiones se cierran y recibe un correo. Compruebe antes que se lo pide esa persona.`}
      submit={submit}
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
