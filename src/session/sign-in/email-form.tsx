import { passwordRecoverySchema } from '../../domain/users/user.ts'
import { TextForm } from '../text-form.tsx'

interface Props {
  email?: string
  submitLabel: string
  onSend: (email: string) => Promise<unknown>
}

export function EmailForm({ email = '', submitLabel, onSend }: Props) {
  return (
    <TextForm
      schema={passwordRecoverySchema}
      values={{ email }}
      fields={{ email: { label: 'Correo electrónico', type: 'email', autoComplete: 'email', autoCapitalize: 'none' } }}
      submitLabel={submitLabel}
      onSend={(input) => onSend(input.email)}
    />
  )
}
