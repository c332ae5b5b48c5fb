export const mailFrequencies = ['now', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

interface NoticeType {
  /** Default mail frequency. For `waiting`, `daily` also mails immediately if nothing else was pending (see `getMailTime`). */
  mail: MailFrequency
  icon: string
  /** Label of its mail preference. */
  label: string
  /** Role that gets the notice. */
  audience: 'everyone' | 'approvers' | 'admins'
}

export const noticeTypes = {
  decided: { mail: 'now', icon: 'approve', label: 'Se decidió una solicitud mía', audience: 'everyone' },
  comment: { mail: 'never', icon: 'comment', label: 'Alguien comentó una solicitud', audience: 'everyone' },
  document: { mail: 'never', icon: 'file', label: 'Un documento mío está listo', audience: 'everyone' },
  batch: { mail: 'never', icon: 'batch', label: 'Mi lote terminó', audience: 'everyone' },
  waiting: { mail: 'daily', icon: 'clock', label: 'Hay solicitudes por decidir', audience: 'approvers' },
  overdue: { mail: 'now', icon: 'clock', label: 'Hay solicitudes vencidas sin decidir', audience: 'approvers' },
  finalRequested: { mail: 'daily', icon: 'file', label: 'Alguien pide un documento definitivo', audience: 'admins' },
  substitution: { mail: 'now', icon: 'users', label: 'Alguien me nombra su reemplazo', audience: 'everyone' },
  registration: { mail: 'now', icon: 'users', label: 'Alguien espera la activación de su cuenta', audience: 'admins' },
  documentFailed: { mail: 'never', icon: 'alert', label: 'Un documento no se pudo generar', audience: 'admins' },
  deliveryFailed: {
    mail: 'now',
    icon: 'alert',
    label: 'Un documento no llegó a su destinatario',
    audience: 'everyone',
  },
  signing: { mail: 'now', icon: 'alert', label: 'Una firma no se completó', audience: 'everyone' },
  backupFailed: { mail: 'now', icon: 'alert', label: 'Una copia de seguridad falló', audience: 'admins' },
  mailFailed: { mail: 'now', icon: 'alert', label: 'Un correo no se pudo entregar', audience: 'admins' },
  sealEnd: { mail: 'now', icon: 'alert', label: 'El certificado del sello vence', audience: 'admins' },
  key: { mail: 'now', icon: 'key', label: 'Se creó una clave con mi cuenta', audience: 'everyone' },
} as const satisfies Record<string, NoticeType>
export type NoticeKind = keyof typeof noticeTypes
export const noticeKinds = Object.keys(noticeTypes) as NoticeKind[]
