/** Scopes of API keys, which restrict the rights of the account. In a module without zod, to reduce the bundle. */
export const keyScopes = ['read', 'request', 'batch', 'decide', 'metrics'] as const
export type KeyScope = (typeof keyScopes)[number]

export const keyScopeLabels = {
  read: 'Consultar',
  request: 'Crear y enviar solicitudes',
  batch: 'Cargar y enviar lotes',
  decide: 'Decidir y cancelar',
  metrics: 'Vigilar el servidor',
} as const satisfies Record<KeyScope, string>

export const keyScopeDescriptions = {
  read: 'Formatos, solicitudes, lotes y documentos visibles para la cuenta.',
  request: 'Borradores de la cuenta, su envío y comentarios.',
  batch: 'Cargar filas, confirmarlas y descartarlas.',
  decide: 'Aprobar, devolver, rechazar, emitir y anular, con los permisos de la cuenta.',
  metrics: 'Estado y cifras del servidor, sin datos de personas. La cuenta debe ser de un administrador.',
} as const satisfies Record<KeyScope, string>

/** API key as shown to administrators. The secret is shown once and never stored. */
export interface Key {
  id: string
  name: string
  /** First characters of the secret, to identify the key. */
  hint: string
  scopes: KeyScope[]
  /** Id of the account that the key acts for. */
  user: string
  userName: string
  userIsActive: boolean
  createdByName: string
  created: string
  /** Last valid day (`YYYY-MM-DD`); empty if the key does not expire. */
  expires: string
  isOver: boolean
  /** Time at which the account owner created or confirmed the key; an unconfirmed key is rejected. */
  confirmed: string
  revoked: string
  lastUsed: string
}

export interface CreatedKey {
  id: string
  secret: string
  /** True if the account owner must still confirm the key. */
  isPending: boolean
}
