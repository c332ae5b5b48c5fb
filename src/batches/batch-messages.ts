import type { Batch } from '../domain/batches/batch-output.ts'
import { appendPeriod, formatDateTime } from '../lib/date-format.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'

export const importStepLabels = ['Formato y archivo', 'Columnas', 'Filas', 'Envío'] as const

/** Formats the note about the rows in error left in a batch. `mine`: the current user owns the batch and can correct them. */
export function formatRemainingErrors(errors: number, mine: boolean): string {
  if (errors === 0) return ''
  const rows =
    errors === 1
      ? '1 fila con errores se queda en el lote'
      : `${formatNumber(errors)} filas con errores se quedan en el lote`
  if (!mine) return `${rows}.`
  return `${rows}: puede ${errors === 1 ? 'corregirla y enviarla' : 'corregirlas y enviarlas'} después.`
}

/** Describes the status of a batch in one sentence. For the owner, the sentence includes the next step. */
export function formatBatchStatus(
  { status, createdCount, errorCount, finishedAt }: Batch,
  waiting: number,
  mine: boolean,
): string {
  const made = formatCount(createdCount, 'solicitud creada', 'solicitudes creadas')
  const wrong = formatCount(errorCount, 'fila con errores', 'filas con errores')
  switch (status) {
    case 'loaded':
      return 'El lote todavía no tiene filas guardadas.'
    case 'cancelled':
      return createdCount > 0 ? `Se canceló con ${made}.` : 'Se canceló sin crear solicitudes.'
    case 'completed':
      return appendPeriod(`${made} el ${formatDateTime(finishedAt)}`)
    case 'completed_with_pending':
      return waiting > 0
        ? `${made}. ${formatCount(waiting, 'fila corregida espera', 'filas corregidas esperan')} a que las envíe.`
        : `${made}. ${errorCount === 1 ? 'Queda' : 'Quedan'} ${wrong}${mine ? `: ${errorCount === 1 ? 'corríjala abajo y envíela' : 'corríjalas abajo y envíelas'}` : ''}.`
    default:
      if (waiting === 0)
        return `Ninguna fila está lista: hay ${wrong}.${mine ? (errorCount === 1 ? ' Corríjala abajo.' : ' Corríjalas abajo.') : ''}`
      return errorCount === 0
        ? `${formatCount(waiting, 'fila guardada y lista', 'filas guardadas y listas')} para enviar. Nada se ha enviado todavía.`
        : `${formatCount(waiting, 'fila lista', 'filas listas')} para enviar y ${wrong}. Nada se ha enviado todavía.`
  }
}
