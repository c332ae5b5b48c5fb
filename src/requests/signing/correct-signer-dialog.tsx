import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import type { OutsideSignature } from '../../domain/links/signing-output.ts'
import { describeError } from '../../lib/error-message.ts'
import { getFieldErrors } from '../../lib/field-errors.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { correctSignerMutation } from './signing-actions.ts'

interface Props {
  signature: OutsideSignature
  onClose: () => void
}

export function CorrectSignerDialog({ signature, onClose }: Props) {
  const id = useId()
  const [email, setEmail] = useState(signature.email)
  const [tries, setTries] = useState(0)
  const correcting = useMutation({ ...correctSignerMutation, onSuccess: onClose })
  const error = tries > 0 && !email.trim() ? errorMessages.required : getFieldErrors(correcting.error).email
  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (email.trim()) correcting.mutate({ id: signature.id, email: email.trim() })
  }
  return (
    <FormDialog
      id={id}
      title={`Corregir el correo de ${signature.role}`}
      description="La petición se envía a la dirección nueva. Los datos de la solicitud, que ya se aprobaron, no cambian."
      size="s"
      submit="Corregir y enviar"
      pending={correcting.isPending}
      errors={error ? [{ name: 'email', message: error }] : []}
      attempt={tries}
      refusal={correcting.error && !error ? describeError(correcting.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Correo" name="email" required error={error}>
        <TextInput type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
      </FormField>
    </FormDialog>
  )
}
