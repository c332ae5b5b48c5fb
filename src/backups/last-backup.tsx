import { Link } from '@tanstack/react-router'
import type { BackupState } from '../domain/backups/backup.ts'
import { Notice } from '../ui/notice.tsx'
import s from './last-backup.module.css'
import { backupSentence } from './state-sentence.ts'

/** How the last copy stands: a quiet line where it is good, a warning where it is not. */
export function LastBackup({ state }: { state: BackupState }) {
  const { tone, text } = backupSentence(state)
  const link = <Link to="/app/settings/backups">Copias de seguridad</Link>
  if (tone === 'success' || tone === 'neutral')
    return (
      <p className={s.line}>
        {text} {link}
      </p>
    )
  return (
    <Notice tone={tone} action={link}>
      {text}
    </Notice>
  )
}
