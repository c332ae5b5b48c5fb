/** Scopes of API keys. A key has the rights of its user account, restricted by its scopes. Defined in a module without zod, to reduce the bundle. */
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
