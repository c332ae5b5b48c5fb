import { type ReactNode, useState } from 'react'
import { errorMessages } from '../../domain/errors.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { useCodeForm } from './use-code-form.ts'

interface Props {
  submitLabel: string
  onConfirm: (code: string) => Promise<unknown>
  /** Hides the choice of a recovery code, because the user has none yet. */
  withoutRecovery?: boolean
  /** Button below the form. */
  children?: ReactNode
}

const findAppCodeError = (code: string) => (/^\d{6}$/.test(code) ? undefined : errorMessages['code.length'])
const findRecoveryCodeError = (code: string) =>
  code.replace(/[\s-]/g, '').length === 16 ? undefined : 'Escriba las 16 letras y cifras del código.'

/** Form for a code of the user's app or for a recovery code. */
export function AppCodeForm({ submitLabel, onConfirm, withoutRecovery = false, children }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  const form = useCodeForm(onConfirm, isRecovery ? findRecoveryCodeError : findAppCodeError)
  return (
    <FormFrame {...form.frame}>
      {isRecovery ? (
        <FormField
          label="Código de recuperación"
          name="code"
          help="Cada uno sirve una vez. Si no los tiene, pida a un administrador que quite el código de su cuenta."
          error={form.wrong}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={form.code}
            onChange={(event) => form.change(event.target.value)}
          />
        </FormField>
      ) : (
        <FormField group label="Código" name="code" error={form.wrong}>
          <CodeInput value={form.code} onChange={form.change} onComplete={form.check} />
        </FormField>
      )}
      <Button type="submit" variant="primary" pending={form.isPending}>
        {submitLabel}
      </Button>
      {!withoutRecovery && (
        <Button
          variant="quiet"
          onClick={() => {
            setIsRecovery(!isRecovery)
            form.change('')
          }}
        >
          {isRecovery ? 'Usar la aplicación' : 'Usar un código de recuperación'}
        </Button>
      )}
      {children}
    </FormFrame>
  )
}
