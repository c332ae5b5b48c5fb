import type { KeyScope } from '../../src/domain/keys/key-scope.ts'

/** Who makes a call: a program with a key of that scope; a person only (`session`); anybody (`public`); the pages themselves (`page`). */
type Caller = KeyScope | 'session' | 'public' | 'page'

export interface Call {
  by: Caller
  /** What it does, for whoever reads the description of the calls. */
  says: string
  /** Asked by whoever decides it reaches what is others' (`{id}`), as a decision does: of those the scope `decide` is wanted as well. */
  reachesOthers?: 'batches' | 'requests'
}

/** Every call that the server answers. What is not among them no key opens; a test compares them with `main.pb.ts`. */
export const calls = {
  'GET /api/app/status': { by: 'public', says: 'Versión, y si el registro está abierto' },
  'GET /api/app/openapi.json': { by: 'public', says: 'Esta descripción de las llamadas' },
  'GET /api/app/documents/{code}': { by: 'public', says: 'Comprobar un documento por su código' },
  'GET /api/app/health': { by: 'metrics', says: 'Si el servidor puede guardar; con detalles para quien administra' },
  'GET /api/app/metrics': { by: 'metrics', says: 'Cifras del servidor, en OpenMetrics' },

  'GET /api/collections/formats/records': { by: 'read', says: 'Los formatos' },
  'GET /api/collections/formats/records/{id}': { by: 'read', says: 'Un formato, con sus campos' },
  'GET /api/collections/format_versions/records': { by: 'read', says: 'Las versiones de los formatos' },
  'GET /api/collections/format_versions/records/{id}': { by: 'read', says: 'Una versión de un formato' },
  'GET /api/app/requests': { by: 'read', says: 'Las solicitudes, por páginas, con filtros y orden' },
  'GET /api/app/requests/export': { by: 'read', says: 'Una lista con los valores de cada solicitud, por tramos' },
  'GET /api/app/requests/counts': { by: 'read', says: 'Cuántas solicitudes hay en cada estado' },
  'GET /api/collections/requests/records': { by: 'read', says: 'Las solicitudes, como registros' },
  'GET /api/collections/requests/records/{id}': { by: 'read', says: 'Una solicitud' },
  'GET /api/app/requests/{id}/history': { by: 'read', says: 'La historia de una solicitud' },
  'GET /api/app/requests/{id}/route': {
    by: 'read',
    says: 'En qué paso de su ruta está una solicitud, y quién decidió qué',
  },
  'GET /api/app/requests/{id}/filled': { by: 'read', says: 'Los datos de la aprobación que la cuenta puede ver' },
  'GET /api/app/requests/{id}/sent': { by: 'read', says: 'Los datos de una solicitud en uno de sus envíos' },
  'GET /api/app/requests/{id}/documents': { by: 'read', says: 'Los documentos reemplazados de una solicitud' },
  'GET /api/collections/request_revisions/records': { by: 'read', says: 'Los envíos anteriores de las solicitudes' },
  'GET /api/collections/request_revisions/records/{id}': { by: 'read', says: 'Una revisión anterior' },
  'GET /api/collections/request_documents/records': { by: 'read', says: 'Los documentos anteriores' },
  'GET /api/collections/request_documents/records/{id}': { by: 'read', says: 'Un documento anterior' },
  'GET /api/collections/attachments/records': { by: 'read', says: 'Los archivos adjuntos' },
  'GET /api/collections/attachments/records/{id}': { by: 'read', says: 'Los datos de un archivo adjunto' },
  'GET /api/files/attachments/{id}/{file}': { by: 'read', says: 'Un archivo adjunto, del tipo que es' },
  'GET /api/files/requests/{id}/{file}': { by: 'read', says: 'El PDF de una solicitud' },
  'GET /api/files/request_documents/{id}/{file}': { by: 'read', says: 'El PDF de un documento anterior' },
  'GET /api/app/requests/documents': { by: 'read', says: 'Los documentos de una lista, en un ZIP o un PDF' },
  'GET /api/app/requests/documents/parts': { by: 'read', says: 'En qué partes se imprime una lista' },
  'GET /api/app/requests/documents/progress': { by: 'read', says: 'Cuántos documentos faltan por generar' },
  'POST /api/app/requests/{id}/document': { by: 'read', says: 'Generar primero el documento de una solicitud' },
  'GET /api/collections/batches/records': { by: 'read', says: 'Los lotes' },
  'GET /api/collections/batches/records/{id}': { by: 'read', says: 'Un lote' },
  'GET /api/collections/batch_rows/records': { by: 'read', says: 'Las filas de los lotes' },
  'GET /api/collections/batch_rows/records/{id}': { by: 'read', says: 'Una fila de un lote' },
  'GET /api/app/batches/{id}/progress': { by: 'read', says: 'Cómo va un lote' },
  'GET /api/app/batches/{id}/counts': { by: 'read', says: 'Cuántas solicitudes de un lote hay en cada estado' },
  'GET /api/app/batches/{id}/outcomes': { by: 'read', says: 'Las filas de un lote con su número y su estado' },
  'GET /api/app/batches/{id}/documents': { by: 'read', says: 'El ZIP con los documentos de un lote' },

  'POST /api/collections/requests/records': { by: 'request', says: 'Empezar un borrador' },
  'PATCH /api/collections/requests/records/{id}': { by: 'request', says: 'Cambiar los valores de un borrador' },
  'DELETE /api/collections/requests/records/{id}': { by: 'request', says: 'Borrar un borrador' },
  'PUT /api/app/attachments/{id}/bytes': { by: 'request', says: 'Subir una parte de un archivo' },
  'POST /api/app/attachments': { by: 'request', says: 'Dar un archivo por subido' },
  'POST /api/app/requests/submit': { by: 'request', says: 'Enviar solicitudes' },
  'POST /api/app/requests/preview': { by: 'request', says: 'Ver el documento antes de enviar; no guarda nada' },
  'POST /api/app/requests/{id}/comments': {
    by: 'request',
    says: 'Comentar una solicitud',
    reachesOthers: 'requests',
  },

  'POST /api/app/batches': { by: 'batch', says: 'Empezar un lote' },
  'POST /api/app/batches/{id}/rows': { by: 'batch', says: 'Cargar hasta 1.000 filas' },
  'POST /api/app/batches/{id}/confirm': { by: 'batch', says: 'Enviar las filas sin errores', reachesOthers: 'batches' },
  'POST /api/app/batches/{id}/discard': { by: 'batch', says: 'Descartar filas' },
  'POST /api/app/batches/{id}/cancel': { by: 'batch', says: 'Cancelar un lote', reachesOthers: 'batches' },

  'POST /api/app/requests/approve': { by: 'decide', says: 'Aprobar' },
  'POST /api/app/requests/return': { by: 'decide', says: 'Devolver para corregir' },
  'POST /api/app/requests/reject': { by: 'decide', says: 'Rechazar' },
  'POST /api/app/requests/reopen': { by: 'decide', says: 'Reabrir' },
  'POST /api/app/requests/cancel': { by: 'decide', says: 'Cancelar solicitudes' },
  'POST /api/app/requests/regenerate': { by: 'decide', says: 'Generar un documento nuevo' },
  'POST /api/app/requests/issue': { by: 'decide', says: 'Emitir el documento como definitivo' },
  'POST /api/app/requests/annul': { by: 'decide', says: 'Anular el documento' },
  'PUT /api/app/requests/{id}/filled': { by: 'decide', says: 'Diligenciar los datos de la aprobación' },
  'GET /api/app/requests/reasons': { by: 'decide', says: 'Los motivos frecuentes' },

  'GET /api/app/reports': { by: 'session', says: 'Las solicitudes recibidas y decididas en un periodo' },
  'GET /api/app/reports/steps': { by: 'session', says: 'El tiempo de cada paso en un periodo' },
  'GET /api/app/counts': { by: 'session', says: 'Cuánto hay de cada cosa para quien pregunta' },
  'GET /api/app/dashboard': { by: 'session', says: 'El panel de quien pregunta' },
  'GET /api/app/session': { by: 'session', says: 'Por qué terminó una sesión' },
  'POST /api/app/sessions/end': { by: 'session', says: 'Cerrar todas las sesiones propias' },
  'POST /api/app/requests/{id}/presence': { by: 'session', says: 'Decir que se tiene abierta una solicitud' },
  'GET /api/app/requests/{id}/view': { by: 'session', says: 'Una solicitud con todo lo que su pantalla muestra' },
  'GET /api/app/requests/{id}/signatures': {
    by: 'session',
    says: 'Las firmas escaneadas del documento de una solicitud',
  },
  'POST /api/app/decisions/{id}/undo': { by: 'session', says: 'Deshacer una decisión propia de hace unos segundos' },
  'POST /api/app/decisions/{id}/settle': { by: 'session', says: 'No esperar más a que se deshaga una decisión propia' },
  'GET /api/app/notices': { by: 'session', says: 'Los avisos de quien pregunta' },
  'GET /api/app/notices/choices': { by: 'session', says: 'Qué avisos llegan por correo' },
  'PUT /api/app/notices/choices': { by: 'session', says: 'Elegir qué avisos llegan por correo' },
  'POST /api/app/notices/read': { by: 'session', says: 'Dar avisos por leídos' },
  'POST /api/app/lists/{id}/import': { by: 'session', says: 'Empezar a importar los registros de una lista' },
  'GET /api/app/lists/{id}/import': { by: 'session', says: 'Qué cambiaría lo importado en una lista' },
  'POST /api/app/lists/{id}/import/rows': { by: 'session', says: 'Llevar hasta 1.000 registros a una lista' },
  'POST /api/app/lists/{id}/import/confirm': { by: 'session', says: 'Dar por bueno lo importado en una lista' },
  'POST /api/app/lists/{id}/undo': { by: 'session', says: 'Volver a la importación anterior de una lista' },
  'GET /api/app/lists/{id}/search': { by: 'session', says: 'Buscar en una lista de registros' },
  'POST /api/app/lists/{id}/records': { by: 'session', says: 'Hasta 500 registros de una lista, por su clave' },
  'GET /api/app/lists/{id}/lookups': { by: 'session', says: 'Cuántas claves de una lista consultó cada persona' },
  'GET /api/app/views': { by: 'session', says: 'Las vistas guardadas de una lista' },
  'POST /api/app/views/first': { by: 'session', says: 'Elegir la vista que abre primero' },
  'GET /api/app/people': { by: 'session', says: 'Los nombres entre los que se elige a una persona' },
  'POST /api/app/users/invite': { by: 'session', says: 'Invitar a una persona' },
  'POST /api/app/users/activate': { by: 'session', says: 'Activar personas' },
  'POST /api/app/users/deactivate': { by: 'session', says: 'Desactivar personas' },
  'POST /api/app/users/{id}/email': { by: 'session', says: 'Corregir el correo de una persona, que lo confirma' },
  'POST /api/app/users/{id}/invite': { by: 'session', says: 'Invitar otra vez' },
  'DELETE /api/app/users/{id}': { by: 'session', says: 'Borrar una cuenta sin solicitudes' },
  'POST /api/app/formats/{id}/publish': { by: 'session', says: 'Publicar un formato' },
  'POST /api/app/formats/{id}/archive': { by: 'session', says: 'Archivar un formato' },
  'POST /api/app/formats/{id}/restore': { by: 'session', says: 'Volver a un formato archivado' },
  'POST /api/app/formats/{id}/copy': { by: 'session', says: 'Copiar un formato' },
  'GET /api/app/backups': { by: 'session', says: 'Las copias de seguridad' },
  'POST /api/app/backups': { by: 'session', says: 'Hacer una copia' },
  'PUT /api/app/backups/plan': { by: 'session', says: 'Cuándo se hacen las copias' },
  'POST /api/app/backups/{id}/grant': { by: 'session', says: 'Pedir permiso para descargar una copia' },
  'GET /api/app/backups/{id}/file': { by: 'session', says: 'Descargar una copia' },
  'DELETE /api/app/backups/{id}': { by: 'session', says: 'Borrar una copia' },
  'GET /api/app/keys': { by: 'session', says: 'Las claves para programas' },
  'POST /api/app/keys': { by: 'session', says: 'Crear una clave' },
  'POST /api/app/keys/{id}/confirm': { by: 'session', says: 'Confirmar una clave de la cuenta propia' },
  'POST /api/app/keys/{id}/revoke': { by: 'session', says: 'Revocar una clave' },

  'GET /api/app/events': { by: 'session', says: 'La historia' },
  'GET /api/app/events/export': { by: 'session', says: 'La historia, en una hoja' },
  'GET /api/app/webhooks': { by: 'session', says: 'A qué programas se avisa' },
  'POST /api/app/webhooks': { by: 'session', says: 'Avisar a otro programa' },
  'DELETE /api/app/webhooks/{id}': { by: 'session', says: 'No avisar más a un programa' },
  'POST /api/app/webhooks/{id}/resume': { by: 'session', says: 'Volver a avisar a uno que se pausó' },
  'POST /api/app/webhooks/{id}/test': { by: 'session', says: 'Enviarle un aviso de prueba' },
  'POST /api/app/webhooks/deliveries/{id}/send': { by: 'session', says: 'Enviar un aviso otra vez' },
  'POST /api/app/setup': { by: 'page', says: 'El primer administrador, una sola vez' },
  'POST /api/app/verify': { by: 'page', says: 'Confirmar el correo con el código' },
  'POST /api/app/users/email': { by: 'page', says: 'Confirmar el correo nuevo de una cuenta' },
  'POST /api/collections/users/auth-with-otp': { by: 'page', says: 'Ingresar con un código' },
  'POST /api/collections/users/request-password-reset': { by: 'page', says: 'Pedir una contraseña nueva' },
  'POST /api/collections/users/confirm-password-reset': { by: 'page', says: 'Elegir la contraseña nueva' },
  'POST /api/collections/users/request-email-change': {
    by: 'page',
    says: 'Cerrada: el correo lo cambia un administrador',
  },
} as const satisfies Record<string, Call>

/** What may stand in the place of a name in an address; a dot begins none, so that none leads elsewhere. */
const places: Record<string, RegExp> = { '{id}': /^[a-z0-9]{15}$/, '{file}': /^\w[\w.-]*$/, '{code}': /^[\w-]+$/ }

/** The call of a method and an address (without its query), if it is one. */
export function callOf(method: string, address: string): Call | undefined {
  const asked = `${method} ${address}`.split('/')
  return Object.entries<Call>(calls).find(([name]) => isAlike(name.split('/'), asked))?.[1]
}

function isAlike(named: string[], asked: string[]): boolean {
  return (
    named.length === asked.length &&
    named.every((part, at) => places[part]?.test(asked[at] ?? '') ?? part === asked[at])
  )
}
