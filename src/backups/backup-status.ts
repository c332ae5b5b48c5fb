import type { BackupState } from '../domain/backups/backup-output.ts'
import { appendPeriod, formatRelativeDateTime } from '../lib/date-format.ts'
import type { BadgeTone } from '../ui/data/badge.tsx'

/** Returns the backup status and its severity: «Última copia: hoy, 3:15 a. m., correcta.» */
export function formatBackupStatus({ status, at, next }: BackupState): { tone: BadgeTone; text: string } {
  const last = at ? appendPeriod(`La última correcta es de ${formatRelativeDateTime(at)}`) : 'No hay ninguna correcta.'
  switch (status) {
    case 'good':
      return { tone: 'success', text: `Última copia: ${formatRelativeDateTime(at)}, correcta.` }
    case 'failed':
      return { tone: 'danger', text: `La última copia de seguridad falló. ${last}` }
    case 'late':
      return { tone: 'warning', text: `Falta una copia de seguridad reciente. ${last}` }
    case 'none':
      return {
        tone: 'neutral',
        text: appendPeriod(`Todavía no hay copias de seguridad; la primera será ${formatRelativeDateTime(next)}`),
      }
    case 'off':
      return { tone: 'warning', text: 'No hay copias de seguridad. Prográmelas o haga una ahora.' }
  }
}
