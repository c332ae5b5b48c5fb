import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Backup } from '../domain/backups/backup.ts'
import { type BackupGrantInput, backupGrantInput } from '../domain/backups/backup-input.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { fileSizeOf } from '../lib/size.ts'
import { momentNear } from '../lib/when.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { backupUrl } from './queries.ts'

const labels = { password: 'Su contraseña' }

interface Props {
  backup: Backup
  /** E-mail of the user who enters the password. */
  email: string
  onClose: () => void
}

/** Dialog that asks for the password again before a full backup is downloaded. */
export function DownloadDialog({ backup, email, onClose }: Props) {
  const form = useForm<BackupGrantInput>({ resolver: zodResolver(backupGrantInput), defaultValues: { password: '' } })
  const asking = useMutation({
    ...backupUrl(),
    onSuccess(address) {
      // Uses a download link, so that an error response does not replace the page.
      Object.assign(document.createElement('a'), { href: address, download: '' }).click()
      onClose()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  return (
    <FormDialog
      id="download"
      title={`Descargar la copia de ${momentNear(backup.created)}`}
      description={`${fileSizeOf(backup.size)}. Contiene todas las solicitudes, los documentos y las cuentas. Guárdela en un lugar seguro.`}
      submit="Descargar"
      pending={asking.isPending}
      {...frameOf(form, labels)}
      onSubmit={form.handleSubmit(({ password }) => asking.mutate({ id: backup.id, password }))}
      onClose={onClose}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField label={labels.password} name="password" error={errorOf(form.formState.errors, 'password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
    </FormDialog>
  )
}
