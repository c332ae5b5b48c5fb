/** What a key may be allowed, narrower than what its account may; in a file without zod. */
export const keyScopes = ['read', 'request', 'batch', 'decide', 'metrics'] as const
export type KeyScope = (typeof keyScopes)[number]

export const keyScopeNames = {
  read: 'Consultar',
  request: 'Crear y enviar solicitudes',
  batch: 'Cargar y enviar lotes',
  decide: 'Decidir y cancelar',
  metrics: 'Vigilar el servidor',
} as const satisfies Record<KeyScope, string>

export const keyScopeHelp = {
  read: 'Formatos, solicitudes, lotes y documentos que la cuenta ve.',
  request: 'Borradores de la cuenta, su envío y comentarios.',
  batch: 'Cargar filas, confirmarlas y descartarlas.',
  decide: 'Aprobar, devolver, rechazar, emitir y anular lo que la cuenta puede decidir.',
  metrics: 'Estado y cifras del servidor, sin datos de personas. La cuenta debe ser de un administrador.',
} as const satisfies Record<KeyScope, string>

/** A key as the administrators see it; the secret itself is shown once and kept nowhere. */
export interface Key {
  id: string
  name: string
  /** How the secret begins, to tell it among those that somebody wrote down. */
  hint: string
  scopes: KeyScope[]
  /** Whose account it acts for. */
  user: string
  userName: string
  userIsActive: boolean
  createdByName: string
  created: string
  /** The last day on which it opens (`YYYY-MM-DD`), or nothing. */
  expires: string
  isOver: boolean
  /** When the owner of the account created or confirmed it; a key that is not confirmed opens nothing. */
  confirmed: string
  revoked: string
  lastUsed: string
}

export interface NewKey {
  id: string
  secret: string
  /** Whether it waits for the owner of its account to confirm it. */
  isPending: boolean
}
