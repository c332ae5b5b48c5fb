import { requestActions } from '../requests/actions.ts'

interface EventPresentation {
  /** Phrase that follows the actor's name: «Ana Ruiz aprobó la solicitud». */
  history: string
  icon:
    | 'approve'
    | 'return'
    | 'reject'
    | 'refresh'
    | 'close'
    | 'send'
    | 'edit'
    | 'comment'
    | 'file'
    | 'alert'
    | 'shield'
    | 'trash'
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
}

/** Presentation of the events in the history of a request: its actions, and what happens besides them. */
export const requestEvents: Readonly<Record<string, EventPresentation>> = {
  create: { history: 'empezó el borrador', icon: 'edit' },
  delete: { history: 'borró el borrador', icon: 'close' },
  ...Object.fromEntries(
    Object.entries(requestActions).map(([name, { icon, tone, texts }]) => [
      name,
      { history: texts.history, icon, tone },
    ]),
  ),
  undo: { history: 'deshizo la decisión', icon: 'return' },
  comment: { history: 'comentó', icon: 'comment' },
  askFinal: { history: 'pidió el documento definitivo', icon: 'file' },
  fill: { history: 'diligenció los datos de la aprobación', icon: 'edit' },
  document: { history: 'generó el documento', icon: 'file', tone: 'success' },
  digitsBlocked: { history: 'bloqueó los datos del documento por cifras equivocadas', icon: 'alert', tone: 'warning' },
  digitsUnblocked: { history: 'permitió otra vez abrir los datos con las cifras', icon: 'refresh' },
  deliverySent: { history: 'envió el documento a su destinatario', icon: 'send' },
  answerSent: { history: 'envió la respuesta a quien pidió sin cuenta', icon: 'send' },
  deliveryOpened: { history: 'registró que el destinatario abrió el documento', icon: 'file', tone: 'success' },
  deliveryFailed: { history: 'no pudo entregar el documento', icon: 'alert', tone: 'danger' },
  deliveryCorrected: { history: 'corrigió el correo del destinatario', icon: 'edit' },
  deliveryAgain: { history: 'pidió enviar otra vez el documento', icon: 'send' },
  deliveryUndone: { history: 'deshizo el envío del documento', icon: 'return' },
  deliveryLink: { history: 'copió un enlace nuevo al documento', icon: 'file' },
  signSent: { history: 'pidió la firma de otra persona', icon: 'send' },
  signReminded: { history: 'recordó la firma pendiente', icon: 'send' },
  signNotified: { history: 'informó a quien firmó', icon: 'send' },
  signAgain: { history: 'pidió otra vez las firmas', icon: 'send' },
  signCorrected: { history: 'corrigió el correo de quien firma', icon: 'edit' },
  signCancelled: { history: 'canceló las firmas pendientes', icon: 'close' },
  signExpired: { history: 'registró que venció el plazo para firmar', icon: 'alert', tone: 'warning' },
  signOpened: { history: 'registró que quien firma abrió el documento', icon: 'file' },
  signFailed: { history: 'no pudo enviar el correo de la firma', icon: 'alert', tone: 'danger' },
  signed: { history: 'registró la firma de otra persona', icon: 'approve', tone: 'success' },
  signRefused: { history: 'registró que otra persona no aceptó firmar', icon: 'reject', tone: 'danger' },
  signedByAll: {
    history: 'registró que todos firmaron y emitió el documento definitivo',
    icon: 'approve',
    tone: 'success',
  },
  documentFailed: { history: 'no pudo generar el documento', icon: 'alert', tone: 'danger' },
}
