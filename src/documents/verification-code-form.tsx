import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { parseVerificationCode } from '../domain/documents/verification-code.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormFrame } from '../ui/form/form-frame.tsx'

const incompleteCodeMessage = 'Escriba las doce letras y números del código, por ejemplo 7K3M-9QXW-2TBD.'

export function VerificationCodeForm({ typed = '' }: { typed?: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const code = parseVerificationCode(text)
    setError(code ? '' : incompleteCodeMessage)
    setAttempt(attempt + 1)
    if (code) void navigate({ to: '/verificar/$code', params: { code } })
  }
  return (
    <FormFrame
      errors={error ? [{ name: 'code', message: error }] : []}
      attempt={attempt}
      refusal={undefined}
      onSubmit={submit}
    >
      <FormField
        label="Código"
        name="code"
        error={error || undefined}
        help="Está al pie del documento, junto al código QR."
      >
        <TextInput
          value={text}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
      <Button type="submit" variant="primary">
        Comprobar
      </Button>
    </FormFrame>
  )
}
