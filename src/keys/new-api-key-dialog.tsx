import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type KeyInput, keySchema } from '../domain/keys/key-input.ts'
import type { CreatedKey } from '../domain/keys/key-output.ts'
import { keyScopeLabels, keyScopes } from '../domain/keys/key-scope.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { DayInput } from '../ui/form/day-input.tsx'
import { Checkbox, FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { SecretDialog } from '../ui/overlay/secret-dialog.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { createApiKeyMutation } from './queries.ts'

const labels = { name: 'Nombre', account: 'Cuenta con la que actúa', scopes: 'Alcance', expires: 'Último día' }

interface Props {
  email: string
  /** Current date in the organisation's time zone. */
  today: string | undefined
  /** Whether the new key is for the current user's own account; otherwise the dialog asks for the account. */
  isOwn?: boolean
  onClose: () => void
}

export function NewApiKeyDialog({ email, today, isOwn = false, onClose }: Props) {
  const [made, setMade] = useState<CreatedKey & { name: string }>()
  const making = useMutation({ ...createApiKeyMutation, onSuccess: (key, { name }) => setMade({ ...key, name }) })
  const { form, dialog, field } = useFormDialog<KeyInput>({
    labels,
    resolver: zodResolver(keySchema),
    values: { name: '', account: email, scopes: ['read'], expires: '' },
    noun: 'esta clave',
    send: making.mutateAsync,
  })
  if (made)
    return (
      <SecretDialog title={`La clave «${made.name}»`} label="Clave" secret={made.secret} onClose={onClose}>
        {`Cópiela ahora y guárdela en el programa: no se vuelve a mostrar.${made.isPending ? ' Funciona cuando el titular de la cuenta la confirme en su perfil.' : ''}`}
      </SecretDialog>
    )
  return (
    <FormDialog
      id="key"
      title="Nueva clave"
      description="Permite que un programa use esta cuenta, solo para lo que marque abajo."
      submit="Crear la clave"
      {...dialog}
      onClose={onClose}
    >
      <FormField
        {...field('name')}
        required
        help="El nombre del programa, por ejemplo «Nómina nocturna». Así aparecerá en el historial."
      >
        <TextInput autoComplete="off" {...form.register('name')} />
      </FormField>
      {!isOwn && (
        <FormField
          {...field('account')}
          required
          help="Escriba su correo o el de un usuario activo; ese usuario debe confirmar la clave. Con su cuenta, el programa ve los datos de todos. Es mejor crear un usuario para él."
        >
          <TextInput type="email" autoComplete="off" {...form.register('account')} />
        </FormField>
      )}
      <FormField {...field('scopes')} group required>
        <Stack gap={1}>
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={keyScopeLabels[scope].label}
              help={keyScopeLabels[scope].help}
              value={scope}
              {...form.register('scopes')}
            />
          ))}
        </Stack>
      </FormField>
      <FormField
        {...field('expires')}
        optional
        help="Déjelo vacío si la clave no vence. Puede revocarla en cualquier momento."
      >
        <Controller
          control={form.control}
          name="expires"
          render={({ field: { ref, value = '', onChange } }) => (
            <DayInput ref={ref} label={labels.expires} min={today} value={value} onDay={onChange} onText={onChange} />
          )}
        />
      </FormField>
    </FormDialog>
  )
}
