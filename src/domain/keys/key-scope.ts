/**
 * Scopes of API keys, with their labels and what they permit. A key has the rights of its user account, restricted by its scopes. Defined in a module
 * without zod, to reduce the bundle.
 */
export const keyScopeLabels = {
  read: { label: 'Consultar', help: 'Formatos, solicitudes, lotes y documentos visibles para la cuenta.' },
  request: { label: 'Crear y enviar solicitudes', help: 'Borradores de la cuenta, su envío y comentarios.' },
  batch: { label: 'Cargar y enviar lotes', help: 'Cargar filas, confirmarlas y descartarlas.' },
  decide: {
    label: 'Decidir y cancelar',
    help: 'Aprobar, devolver, rechazar, emitir y anular, con los permisos de la cuenta.',
  },
  metrics: {
    label: 'Vigilar el servidor',
    help: 'Estado y cifras del servidor, sin datos de personas. La cuenta debe ser de un administrador.',
  },
} as const
export type KeyScope = keyof typeof keyScopeLabels
export const keyScopes = Object.keys(keyScopeLabels) as KeyScope[]
