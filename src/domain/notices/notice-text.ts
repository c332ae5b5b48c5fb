import { requestActions } from '../requests/actions.ts'
import { getErrorMessage } from '../text/error-message.ts'
import { formatLongDate } from '../time/date.ts'
import type { NoticeItem } from './notice-output.ts'

type NoticeContent = Pick<NoticeItem, 'kind' | 'subjectId' | 'count' | 'details'>

const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.')
const pluralize = (count: number, one: string, several: string) =>
  count === 1 ? one : `${formatCount(count)} ${several}`

/** Formats a notice as one sentence. Used by pages and mails. */
export function formatNotice({ kind, count, details }: NoticeContent): string {
  const { action = 'approve', number = '', format, by = '', created = 0, errors = 0, from = '', to = '' } = details
  switch (kind) {
    case 'decided': {
      const { one, several } = requestActions[action].notice
      return count === 1
        ? `Su solicitud ${number} (${format}) ${one}.`
        : `${formatCount(count)} solicitudes suyas ${several}.`
    }
    case 'comment':
      return count === 1
        ? `${by} comentó la solicitud ${number}.`
        : `${formatCount(count)} comentarios en la solicitud ${number}; el último es de ${by}.`
    case 'document':
      return count === 1 ? `Su documento ${number} está listo.` : `${formatCount(count)} documentos suyos están listos.`
    case 'batch': {
      const sent = pluralize(created, 'Se envió 1 solicitud', 'solicitudes enviadas')
      const left = errors ? ` ${pluralize(errors, 'Queda 1 fila', 'filas')} con errores por corregir.` : ''
      return `El lote ${number} terminó. ${sent}.${left}`
    }
    case 'waiting':
      if (!count) return 'Ya no queda ninguna solicitud por decidir.'
      return pluralize(count, 'Una solicitud espera una decisión.', 'solicitudes esperan una decisión.')
    case 'overdue':
      return pluralize(count, 'Una solicitud pasó su plazo sin decisión.', 'solicitudes pasaron su plazo sin decisión.')
    case 'finalRequested':
      return count === 1
        ? `${by} pide el documento definitivo de ${number}.`
        : `Piden el documento definitivo de ${formatCount(count)} solicitudes; la última es ${number}, de ${by}.`
    case 'substitution': {
      const [first, last] = [formatLongDate(from), formatLongDate(to)]
      return `Usted decide en lugar de ${by} ${from === to ? `el ${first}` : `desde el ${first} hasta el ${last}`}.`
    }
    case 'registration':
      return count === 1
        ? `${by} confirmó su correo y espera la activación de su cuenta.`
        : `${formatCount(count)} personas esperan la activación de su cuenta; la última es ${by}.`
    case 'documentFailed':
      return count === 1
        ? `No se pudo generar el documento ${number}.`
        : `No se pudieron generar ${formatCount(count)} documentos; el último es ${number}.`
    case 'deliveryFailed':
      if (details.code) return pluralize(count, 'Una entrega quedó sin confirmar.', 'entregas quedaron sin confirmar.')
      return count === 1
        ? `El documento ${number} no se pudo entregar a su destinatario.`
        : `${formatCount(count)} documentos no se pudieron entregar a sus destinatarios; el último es ${number}.`
    case 'signing':
      return formatSigningNotice(details.signing ?? 'expired', count, number, by)
    case 'key':
      if (!details.pending) return `Se creó la clave «${number}» con su cuenta.`
      return details.by
        ? `${by} creó la clave «${number}» para su cuenta. No funciona hasta que usted la confirme.`
        : `Su cuenta ahora es de administrador. La clave «${number}» no funciona hasta que usted la confirme.`
    case 'backupFailed':
      return 'Falló la copia de seguridad.'
    case 'mailFailed':
      return pluralize(count, 'No se pudo entregar un correo.', 'correos no se pudieron entregar.')
    case 'sealEnd':
      return `El certificado del sello ${details.code ? 'venció' : 'vence'} el ${formatLongDate(to)}.`
  }
}

function formatSigningNotice(
  event: NonNullable<NoticeItem['details']['signing']>,
  count: number,
  number: string,
  by: string,
): string {
  const several = `${formatCount(count)} documentos`
  switch (event) {
    case 'refused':
      return count === 1
        ? `${by} no aceptó firmar ${number}.`
        : `No se aceptó firmar ${several}; el último es ${number}.`
    case 'undelivered':
      return count === 1
        ? `La petición de firma de ${number} no llegó.`
        : `La petición de firma de ${several} no llegó; el último es ${number}.`
    case 'expired':
      return count === 1
        ? `Venció el plazo para firmar ${number}.`
        : `Venció el plazo para firmar ${several}; el último es ${number}.`
  }
}

/** Returns the text below the sentence of a notice: comment, reason or error message. */
export function getNoticeDetail({ details: { text, code, named } }: Pick<NoticeContent, 'details'>): string {
  return text ?? (code ? getErrorMessage(code, named) : '')
}

/** Returns the link target of a notice: path and search parameters. */
export function getNoticeLink({ kind, subjectId, count, details }: NoticeContent): {
  to: string
  search: Record<string, string>
} {
  const { action = 'approve' } = details
  const request = { to: `/app/request/${subjectId}`, search: {} }
  const list = (search: Record<string, string>) => ({ to: '/app/request', search })
  switch (kind) {
    case 'decided': {
      const { to, notice } = requestActions[action]
      return count === 1 ? request : list(notice.documentKind ? { documentKind: notice.documentKind } : { status: to })
    }
    case 'comment':
      return request
    case 'document':
      return count === 1 ? request : list({ status: 'approved' })
    case 'batch':
      return { to: `/app/request/batch/${subjectId}`, search: {} }
    case 'waiting':
      return list({ mine: 'decide' })
    case 'overdue':
      return list({ mine: 'decide', due: 'overdue' })
    case 'registration':
      return { to: '/app/user-managment', search: { state: 'waiting' } }
    case 'finalRequested':
      return count === 1 ? request : list({ documentKind: 'preliminary' })
    case 'documentFailed':
      return count === 1 ? request : { to: '/app/dashboard', search: {} }
    case 'deliveryFailed':
      return count === 1 ? request : list({ delivery: 'failed' })
    case 'signing':
      return count === 1 ? request : list({ signing: details.signing ?? 'expired' })
    case 'substitution':
    case 'key':
      return { to: '/app/profile', search: {} }
    case 'backupFailed':
      return { to: '/app/settings/backups', search: {} }
    case 'mailFailed':
      return { to: '/app/settings/mail', search: {} }
    case 'sealEnd':
      return { to: '/app/settings/seal', search: {} }
  }
}
