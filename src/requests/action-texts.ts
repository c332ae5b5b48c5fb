import type { RequestAction } from '../domain/requests/request-transitions.ts'

export const actionReasonLabels: Partial<Record<RequestAction, string>> = {
  return: 'Qué debe corregir',
  reject: 'Por qué se rechaza',
  reopen: 'Por qué se reabre',
  cancel: 'Por qué se anula',
  annul: 'Por qué se anula el documento',
}

export const actionConsequenceTexts: Partial<Record<RequestAction, string>> = {
  approve: 'Se genera el documento numerado y queda disponible para el solicitante.',
  return: 'El solicitante podrá corregir los datos y enviarla de nuevo.',
  reject: 'El solicitante verá el motivo. Un administrador puede reabrirla.',
  reopen: 'Vuelve a la cola de revisión.',
  cancel: 'Una solicitud anulada no se puede reabrir.',
  regenerate: 'El documento actual se guarda en el historial.',
  issue: 'Se genera de nuevo con el mismo número y sin la marca PRELIMINAR. El preliminar se guarda en el historial.',
  annul: 'Queda con la marca ANULADO y no se puede deshacer. El documento anterior se guarda en el historial.',
}
