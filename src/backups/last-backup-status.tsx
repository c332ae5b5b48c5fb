import { Link } from '@tanstack/react-router'
import type { BackupState } from '../domain/backups/backup-output.ts'
import { Notice } from '../ui/state/screen-states.tsx'
import { formatBackupStatus } from './backup-status.ts'

/** Status of the last backup: plain text if valid, otherwise a warning. */
export function LastBackupStatus({ state }: { state: BackupState }) {
  const { tone, text } = formatBackupStatus(state)
  const link = <Link to="/app/settings/backups">Copias de seguridad</Link>
  if (tone === 'success' || tone === 'neutral')
    return (
      <p className="text-secondary">
        {text} {link}
      </p>
    )
  return (
    <Notice tone={tone} action={link}>
      {text}
    </Notice>
  )
}
