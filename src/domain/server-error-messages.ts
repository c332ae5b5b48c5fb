import { errorMessages } from './errors.ts'

/** All error messages by code: those of `errorMessages`, and those that only the server needs. It sends the latter with their code, so no page loads them. */
export const serverErrorMessages = {
  ...errorMessages,

  'external.record':
    'Ningún registro tiene ese dato y su correo. Revíselo, pida el código con otro correo o escriba a la organización.',
  'external.limit': 'Hubo demasiados intentos hoy. Inténtelo mañana o escriba a la organización.',
  'link.codes': 'Ya enviamos varios códigos a su correo. Use el más reciente, o pida otro más tarde.',
  'sign.changed': 'El documento cambió desde que usted lo leyó. Léalo de nuevo antes de firmar.',
  'link.document': 'Este documento no está disponible ahora. Vuelva más tarde o hable con quien se lo envió.',
  'document.attempts': 'Se escribieron demasiados códigos que no existen. Espere {wait} e inténtelo de nuevo.',
  'document.blocked': 'Se escribieron demasiadas cifras equivocadas. Espere {wait} o pida el PDF a la organización.',
  'document.digitAttempts':
    'Desde su red se escribieron demasiadas cifras equivocadas. Espere {wait} e inténtelo de nuevo.',
  'document.digits':
    'Las cifras no son las de este documento. Después de cinco intentos equivocados, el documento no se abre por un día o más.',
  'link.wait': 'Hubo demasiados intentos desde su red. Espere {wait} e inténtelo de nuevo.',
  'external.closed': 'Este formato ya no se puede pedir sin cuenta. Escriba a la organización.',
  'attachment.quota': 'Usted ya envió 5 GB de archivos en los últimos 30 días. Espere o hable con un administrador.',
  'attachment.many':
    'Tiene demasiados archivos sin enviar. Envíe o borre alguno de sus borradores e inténtelo de nuevo.',
  'batch.forbidden': 'Solo la persona que cargó el lote puede hacerlo.',
  'seal.holder':
    'El nombre de la organización tiene más de 64 caracteres y no cabe en un certificado. Acórtelo en Ajustes › Organización.',
  'backup.store':
    'S3 no respondió como debía. Revise la conexión y las variables S3_ del servidor, y vuelva a intentarlo.',
  'user.notFound': 'La persona no existe.',
  'attachment.part': 'El archivo no llegó entero. Adjúntelo de nuevo.',
  'signIn.code': 'La contraseña ya se comprobó. Escriba el código de su correo.',
  'signIn.expired': 'El ingreso venció. Empiece de nuevo.',
  'sso.email': 'El proveedor no confirma su correo. Hable con el administrador.',
  'sso.link': 'Ya hay una cuenta con ese correo. Ingrese con su contraseña y vincúlela en Mi perfil.',
  'sso.other':
    'Su cuenta ya está vinculada a otra de este proveedor. Desvincúlela en Mi perfil o pídalo a un administrador.',
  'sso.none': 'La persona no tiene cuentas vinculadas.',
  'sso.taken': 'Esa cuenta ya está vinculada a otra persona.',
  'sso.unverified': 'Confirme su correo antes de vincular una cuenta.',
  'sso.pending': 'Su cuenta espera que un administrador la active. Se lo avisaremos por correo.',
  'sso.only': 'Ingrese con el botón de su organización. La contraseña es solo para administradores.',
  'totp.secret': 'El servidor no puede leer el secreto: falta ENCRYPTION_KEY o es otro. Use un código de recuperación.',
  'totp.stopped':
    'La aplicación se detuvo después de 100 códigos equivocados. Use un código de recuperación o pida a un administrador que quite el código.',
  'totp.active': 'Su cuenta ya usa una aplicación de códigos.',
  'totp.own': 'Desactive su propio código en Mi perfil.',
  'user.inUse':
    'La cuenta no se puede borrar: tiene solicitudes o claves, decidió algo, o figura en un grupo, un formato o un reemplazo. Puede desactivarla.',
  'user.notInvited': 'La persona ya eligió su contraseña. Si la olvidó, puede recuperarla al iniciar sesión.',
  'user.notActive': 'La cuenta está desactivada. Actívela antes de invitar otra vez.',

  'user.dataLimit': 'Ya descargó sus datos cinco veces en 24 horas. Inténtelo mañana.',
  'payroll.changed': 'Algo cambió mientras usted revisaba. Vuelva a las filas y revise los cambios otra vez.',
  'payroll.running': 'Hay una importación sin terminar. Termínela o deshágala antes de empezar otra.',
  'payroll.expired': 'Esta importación ya no se puede deshacer: hay otra más nueva, o pasaron 30 días.',
  'payroll.count': 'Escriba cuántas personas salen.',
  'user.lastAdmin': 'Debe quedar al menos un administrador activo.',
  'setup.done': 'La instalación ya tiene un administrador.',
  'group.used': 'El formato «{format}» usa este grupo. Quítelo del formato y publíquelo; después borre el grupo.',
  'format.transition': 'Esta acción no es posible en el estado actual del formato.',
  'delivery.corrections': 'Corrigió 1.000 direcciones en un día. Siga mañana o pida ayuda a un administrador.',
  'request.noDocuments': 'Ninguna de estas solicitudes tiene todavía su documento.',
  'request.manyDocuments': 'Son demasiados documentos para un solo archivo: descárguelos por partes.',
  'request.foreignDocuments':
    'Estos documentos los generó un servicio externo y no se pueden unir en un solo archivo. Descárguelos en un ZIP.',
  'view.many': 'Puede guardar hasta 40 vistas. Borre alguna.',
  'list.tooMany': 'Una lista lleva hasta 50.000 registros.',
  'list.empty': 'No hay registros que guardar.',
  'list.changed': 'Otra persona importó o deshizo al mismo tiempo. Vuelva a la lista y empiece de nuevo.',
  'list.first': 'No hay una importación anterior.',
  'batch.noDocuments': 'El lote todavía no tiene documentos.',
  'batch.empty': 'El lote no tiene filas listas para enviar.',
  'batch.space':
    'Sus lotes sin enviar ocupan demasiado. Envíelos o cancélelos; los cancelados dejan de contar al día siguiente.',
  'backup.running': 'Ya se está haciendo una copia. Espere a que termine.',
  'backup.notFound': 'La copia ya no existe.',
  'backup.grant': 'El permiso para descargar venció o ya se usó. Pídalo de nuevo.',
  'seal.environment': 'El certificado del sello está en las variables del servidor. Cámbielo allí.',
  'seal.service': 'Un servicio externo hace los documentos (DOCUMENT_BACKEND_URL), y sus archivos no se sellan.',
  'seal.none': 'No hay un certificado para sellar.',
  'query.depth': 'La consulta pasa por demasiados datos relacionados. Pídalos en llamadas aparte.',
  'query.heavy':
    'La consulta filtra u ordena por datos extensos, o tiene demasiadas condiciones. Pida menos condiciones y sobre otros datos.',
  'query.page':
    'Pida como máximo 200 registros por página, o 30 con «values» o datos relacionados. En el SDK: getFullList({ batch: 200 }).',
  'realtime.topic': 'Aquí solo se siguen los cambios de una colección entera, por ejemplo «requests/*».',
  'query.unpublished':
    'No se puede buscar en los datos sin publicar de un formato. Quite esa condición de la consulta.',

  'key.invalid':
    'La clave no existe, venció o fue revocada, o su cuenta ya no puede usarla. Pida otra a un administrador (Ajustes › Claves).',
  'key.scope': 'Esta clave no permite esta llamada. Las que permite cada alcance están en /api/app/openapi.json.',
  'key.query':
    'Con una clave solo se consultan los datos de un registro, su formato y su lote. Quite lo demás de filter, sort o expand.',
  'key.path': 'Las claves se usan en la dirección /key/api/…, y no en /api/….',
  'key.attempts': 'Hubo demasiados intentos con claves inexistentes. Espere un momento.',
} as const satisfies Record<string, string>
export type ServerErrorCode = keyof typeof serverErrorMessages
