import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type BackupGrantInput, backupGrantSchema } from '../domain/backups/backup-input.ts'
import type { Backup } from '../domain/backups/backup-output.ts'
import { formatRelativeDateTime } from '../lib/date-format.ts'
import { formatFileSize } from '../lib/number-format.ts'
import { useFormFields } from '../lib/use-form-fields.ts'
import { FormField } from '../ui/form/form-field.tsx'
import { PasswordInput } from '../ui/form/password-input.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { requestBackupUrlMutation } from './queries.ts'

const labels = { password: 'Su contraseña' }

interface Props {
  backup: Backup
  email: string
  onClose: () => void
}

/** Dialog that asks for the password again before a full backup is downloaded. */
export function DownloadBackupDialog({ backup, email, onClose }: Props) {
  const asking = useMutation({
    ...requestBackupUrlMutation,
    onSuccess(address) {
      // Uses a download link, so that an error response does not replace the page.
      Object.assign(document.createElement('a'), { href: address, download: '' }).click()
      onClose()
    },
  })
  const { form, frame, field } = useFormFields<BackupGrantInput>({
    labels,
    resolver: zodResolver(backupGrantSchema),
    values: { password: '' },
    send: ({ password }) => asking.mutateAsync({ id: backup.id, password }),
  })
  return (
    <FormDialog
      id="download"
      title={`Descargar la copia de ${formatRelativeDateTime(backup.created)}`}
      description={`${formatFileSize(backup.size)}. Contiene todas las solicitudes, los documentos y las cuentas. Guárdela en un lugar seguro.`}
      submit="Descargar"
      pending={asking.isPending}
      {...frame}
      onClose={onClose}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField {...field('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
    </FormDialog>
  )
}
