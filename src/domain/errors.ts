import { fillPlaceholders } from './text/placeholders.ts'

/**
 * Error messages by code. The server sends both, except for codes that arrive alone, such as those of values. Common errors come first, then codes
 * of cell values, then codes by subject. Errors that only the import of spreadsheets
 * reports are defined with its parser.
 */
export const errorMessages = {
  // Errors that any call or sign-in can cause.
  'request.values': 'Hay datos por corregir.',
  'session.ended': 'La sesión terminó. Inicie sesión de nuevo.',
  'user.inactive': 'El usuario no esta activo comuniquese con el administrador',
  'user.credentials': 'El correo o la contraseña no son correctos.',
  forbidden: 'No tiene permiso para hacer esto.',
  notFound: 'No existe o ya no está disponible.',
  tooLarge: 'Es demasiado grande para enviarlo. Reduzca su tamaño e inténtelo de nuevo.',
  unknown: 'Algo salió mal. Inténtelo de nuevo.',
  offline: 'No hay conexión con el servidor. Revise la red e inténtelo de nuevo.',
  'rate.limit': 'Demasiados intentos seguidos. Espere un minuto e inténtelo de nuevo.',

  required: 'Este dato es obligatorio.',
  invalid: 'El valor no es válido.',
  characters: 'Tiene un carácter invisible o desconocido. Bórrelo y escriba el texto de nuevo.',
  number: 'Escriba un número, por ejemplo 1.234,56.',
  decimals: 'Tiene más decimales de los permitidos.',
  min: 'Está por debajo del mínimo permitido.',
  max: 'Está por encima del máximo permitido.',
  length: 'Es demasiado largo o demasiado corto.',
  pattern: 'No tiene la forma esperada.',
  unprintable: 'Tiene letras o signos que los documentos no pueden mostrar. Use letras latinas.',
  date: 'No es una fecha que exista. Escriba día/mes/año, por ejemplo 03/04/2025.',
  future: 'La fecha no puede ser futura.',
  boolean: 'Escriba Sí o No.',
  choice: 'No está entre las opciones.',
  checkDigit: 'El dígito de verificación no corresponde.',
  email: 'Escriba un correo electrónico válido, por ejemplo ana@empresa.com.',
  phone: 'Escriba un teléfono válido, por ejemplo 300 123 4567.',
  precision: 'Excel cambió este número. Formatee la columna como Texto y escríbalo de nuevo.',
  excelError: 'Es un aviso de la hoja de cálculo, no un dato. Corrija la hoja o escriba el dato.',
  formula:
    'La fórmula de esta celda no se había calculado. Abra el archivo en Excel, guárdelo y cárguelo de nuevo, o escriba el valor.',
  duplicate: 'Este valor está repetido.',
  conflict: 'Hay valores que se contradicen.',
  row: 'La fila no se pudo leer.',

  'attachment.size': 'Este archivo pesa más de lo permitido.',
  'attachment.kind': 'Aquí no se reciben archivos de ese tipo.',
  'attachment.content':
    'Este archivo está dañado o no se admite. Use PDF, JPG, PNG, WebP, Office u OpenDocument sin macros.',
  'attachment.missing': 'Falta el archivo.',
  'attachment.several': 'Hay varios archivos con ese nombre.',
  'attachment.unknown': 'Un archivo ya no está en el servidor. Quítelo y adjúntelo de nuevo.',
  'attachment.refused': 'Quite los archivos que no se aceptaron.',
  'attachment.uploading': 'Espere a que los archivos terminen de subir.',

  'name.address': 'Escriba solo el nombre, sin direcciones web ni correos.',
  'password.short': 'La contraseña debe tener al menos 6 caracteres.',
  'password.mismatch': 'Las contraseñas no son iguales.',
  'password.old': 'La contraseña actual no es correcta.',
  'password.wrong': 'La contraseña no es correcta.',
  'code.length': 'Escriba los seis dígitos del código.',
  'code.invalid': 'El código no es correcto. Revíselo e inténtelo de nuevo.',
  'code.expired': 'El código venció. Pida uno nuevo.',
  'code.attempts': 'Demasiados intentos. Pida un código nuevo o elija otra contraseña con «¿Olvidó su contraseña?».',

  'link.expired':
    'Este enlace venció, o llegó uno más reciente. Abra el último correo o pida otro a quien se lo envió.',
  'link.blocked': 'Con este correo ya no se pueden abrir documentos. Hable con quien se lo envió.',
  'link.attempts': 'Demasiados códigos equivocados. Pida un código nuevo o inténtelo mañana.',
  'link.session': 'Confirme su correo con un código para continuar.',
  'sign.signed': 'Usted ya firmó este documento.',
  'sign.refused': 'Usted ya respondió que no firma este documento.',
  'sign.closed': 'Este documento ya no se firma. Hable con quien se lo envió.',
  'sign.turn': 'Todavía no es su turno. Le escribiremos cuando firme la persona anterior.',
  'sign.none': 'Esta solicitud no tiene firmas pendientes que usted pueda cambiar.',
  'sign.pending': 'Faltan firmas. Cancele la petición de firmas para emitirlo sin ellas.',

  'session.required': 'Inicie sesión para continuar.',
  'user.forbidden': 'Solo un administrador puede hacer esto.',
  'signIn.wait': 'Hubo demasiados intentos fallidos. Espere {wait} e inténtelo de nuevo.',
  'user.self': 'No puede desactivar ni borrar su propia cuenta, ni quitarse el rol de administrador.',
  'user.ownManager': 'Nadie es su propio jefe inmediato. Elija a otra persona.',
  'user.managerUnknown': 'No hay una cuenta activa con este correo. Invite primero al jefe.',
  'user.unchanged': 'La cuenta ya tenía ese estado.',
  'user.notPending': 'La cuenta ya no espera activación.',
  'user.email': 'Ya existe una cuenta con este correo.',
  'registration.closed': 'El registro está cerrado. Pida una cuenta al administrador.',
  'registration.domain': 'Use el correo de su organización.',
  'setup.token': 'El enlace de instalación no es válido. Use el más reciente que mostró el servidor.',

  'settings.domain': 'Escriba dominios separados por coma, por ejemplo empresa.com, filial.com.co.',
  'settings.nit': 'Escriba el NIT con su dígito de verificación, por ejemplo 900.123.456-8.',

  'profile.key': 'Ya hay un dato con esta clave: escriba otra.',
  'profile.many': 'El perfil lleva hasta 20 datos propios.',

  'payroll.otherPerson': 'El correo o el documento es de la persona de otra fila o cuenta. Corríjalo.',
  'payroll.severalPeople': 'Varias cuentas tienen este dato. Corrija la que sobra.',
  'payroll.ownNumber': 'La persona escribió este documento en su perfil. Identifíquela con el correo de su cuenta.',
  'payroll.unconfirmed': 'Es un registro sin confirmar o un administrador inactivo. Actívelo o bórrelo antes.',
  'payroll.manager': 'No hay una cuenta activa con este correo o documento, ni una fila sin errores.',
  'payroll.group': 'No hay un grupo con este nombre.',
  'payroll.groupFull': 'El grupo pasaría de 500 personas.',

  'key.decide': 'Solo el titular de la cuenta crea una clave que decide. Quite «Decidir y cancelar».',

  'signatory.period': 'El último día es anterior al primero.',
  'signatory.account': 'Esa cuenta ya es de otro firmante.',
  'group.taken': 'Ya hay otro grupo con este nombre.',
  'substitution.self': 'Nadie se reemplaza a sí mismo. Elija a otra persona.',
  'substitution.inactive': 'Esa cuenta no está activa. Elija a otra persona.',
  'substitution.days': 'El último día debe estar entre hoy y dentro de un año.',
  'substitution.overlap': 'Ya tiene un reemplazo en esos días. Quítelo primero, o elija otros días.',
  'picture.kind': 'Los documentos no admiten esta imagen. Use una PNG o JPG de hasta 120 kB.',
  'picture.pixels': 'La imagen tiene demasiados píxeles. Redúzcala, por ejemplo a 1600 × 600, y elíjala otra vez.',
  'settings.logoSize':
    'El logo pesa más de 120 kB aun reducido al tamaño del membrete. Use una imagen más pequeña o más sencilla.',
  'settings.logoKind': 'El logo no es una imagen que se pueda leer. Use una PNG o JPG.',

  'format.code': 'El código lleva de 2 a 4 letras mayúsculas.',
  'format.key': 'La clave lleva minúsculas, números y guion bajo.',
  'format.duplicate': 'Ya hay otro campo con esta clave.',
  'format.unknown': 'Ningún campo del formato tiene esta clave.',
  'format.day': 'Elija un campo de tipo fecha.',
  'format.recipient': 'Elija un campo del formato que el solicitante diligencie, del tipo que corresponde.',
  'format.deliveryReview':
    'Para entregar por correo, alguien debe revisar las direcciones. Marque que cada solicitud se revisa.',
  'format.shown': 'Quite los datos que el documento ya no muestra.',
  'format.holder': 'Elija un campo de tipo documento de identidad que el solicitante diligencie.',
  'format.signerEmail': 'Elija un campo de tipo correo, obligatorio, que el solicitante diligencie.',
  'format.signingReview':
    'Para pedir firmas, alguien debe revisar las direcciones. Marque que cada solicitud se revisa.',
  'format.external':
    'Las personas externas no pueden diligenciar esto. Quite el archivo, la otra lista, el valor único o la firma del solicitante.',
  'format.externalReview': 'Para abrirlo a personas externas, marque que cada solicitud se revisa.',
  'format.externalList':
    'Elija un campo que tome de una lista el dato que identifica a cada persona, y la columna con los correos.',
  'format.signatory': 'Esta persona no está entre los firmantes. Elija otra.',
  'format.alias': 'Otro campo ya usa este nombre. Escriba uno distinto.',
  'format.options': 'Escriba las opciones, cada una con un nombre distinto.',
  'format.pattern': 'Este patrón no se entiende o sería demasiado lento.',
  'format.bound': 'Este límite no sirve para el tipo del campo.',
  'format.setting': 'Este ajuste no sirve para el tipo del campo.',
  'format.example': 'El ejemplo no cumple las reglas del campo.',
  'format.summary': 'Las listas muestran hasta tres campos. Quite alguno de los que ya eligió.',
  'format.default': 'El valor inicial no cumple las reglas del campo.',
  'format.source': 'Este dato del perfil o de la organización no existe. Elija otro.',
  'format.list': 'La lista o una de sus columnas ya no existe, o el campo no la admite. Elija de nuevo.',
  'format.listKey': 'Elija también el campo de la columna que identifica cada registro.',
  'format.approvers': 'Un dato de la aprobación no puede ser archivo, único ni de lista, ni tener valor inicial.',
  'format.approversReview': 'Los datos de la aprobación se diligencian al revisar. Active la revisión del formato.',
  'format.later': 'Usa un campo que se diligencia después, o que no ven las mismas personas. Elija otro.',
  'format.columns': 'Una tabla lleva de 1 a 50 columnas, sin tablas dentro. Los demás campos no llevan columnas.',
  'format.condition': 'La condición usa un valor que ese campo no admite.',
  'format.formula': 'La fórmula no se entiende, o mezcla textos, fechas y números.',
  'format.cycle': 'Estos campos dependen unos de otros en círculo.',
  'format.route': 'Este formato se aprueba sin revisión, así que no lleva pasos. Quítelos o pida la revisión.',
  'format.personField': 'Elija un campo de tipo correo que diligencie el solicitante.',
  'format.codeTaken': 'Ya hay otro formato con este código, o está reservado.',
  'format.codeImmutable': 'El código de un formato publicado no cambia: sus documentos ya lo llevan.',
  'format.invalid': 'Hay datos del formato por corregir.',
  'record.changed': 'Otra persona cambió estos datos al mismo tiempo. Revíselos y guarde otra vez.',
  'format.changed': 'Otra persona cambió el formato al mismo tiempo. Vuelva a abrirlo y repita el cambio.',
  'format.access': 'Este formato es para ciertos grupos. Pida a un administrador que lo agregue a uno.',
  'format.notPublished': 'El formato no está publicado.',

  'template.tag': 'Esta marca no se entiende. Escriba {{clave}}, {{clave|estilo}} o {{#clave}} … {{/clave}}.',
  'template.condition':
    'Esta condición no se entiende. Escriba, por ejemplo, {{#si tipo = "madre"}}, {{#si valor > 1000 y no vacío(correo)}} o {{sino si urgente}}.',
  'template.compare': 'El campo de esta condición no puede tener ese valor, o no se puede comparar así.',
  'template.columns':
    'Las columnas no se entienden. Escriba el porcentaje de cada una y su alineación: {{columnas: 10, 50, 20 centro, derecha}}.',
  'template.alone': 'Esta marca va sola en su línea.',
  'template.item': 'Esta marca va al comienzo de su línea.',
  'template.section': 'Esta sección no abre y cierra con la misma clave.',
  'template.key': 'Ningún campo del formato tiene esta clave.',
  'template.internal': 'El solicitante no ve este campo: no puede estar en la redacción.',
  'template.style': 'Este estilo no existe o no sirve para el tipo del campo.',
  'template.table': 'Una tabla se escribe con una sección: {{#clave}} … {{/clave}}.',
  'template.nested': 'Una tabla no se repite dentro de otra, ni una sección dentro de más de diez.',
  'template.bold': 'Falta un ** que abra o cierre la negrita.',
  'template.italic': 'Falta un {{*}} que abra o cierre la cursiva.',
  'template.underline': 'Falta un {{_}} que abra o cierre el subrayado.',
  'template.list':
    'Esta marca de lista no se entiende. Escriba {{1.}}, {{a)}}, {{i.}} o {{-}}; con > por cada nivel, hasta cuatro: {{>a)}}.',
  'template.align':
    'La alineación va al comienzo de la línea, después de # o al comienzo de una celda. No va en listas ni en firmas.',
  'template.tab':
    'Esta tabulación no se entiende. Escriba {{tabulación}}, sola o con una medida de 0,5 a 25 cm: {{tabulación 8 cm}}.',
  'template.span': 'Las celdas unidas son de 2 a 50 y se escriben al comienzo de la celda: | {{2 columnas}} Total |.',

  'request.held': 'Tiene la marca «No borrar». Quítela antes.',
  'request.transition': 'Esta acción no es posible en el estado actual de la solicitud.',
  'request.notFound': 'La solicitud no existe.',
  'request.forbidden': 'No tiene permiso para esta acción.',
  'request.reason': 'Escriba el motivo.',
  'request.password': 'Este formato pide la contraseña de quien aprueba. Escríbala.',
  'request.passwordKey':
    'Este formato pide la contraseña de quien aprueba. Apruebe en la página: una clave no puede hacerlo.',
  'request.filled': 'Faltan datos de la aprobación, o hay que corregirlos.',
  'request.duplicate':
    'Otra solicitud abierta ya tiene un valor que debe ser único. Decídala primero, o pida que cambien ese valor.',
  'request.drafts': 'Tiene 500 borradores, el máximo. Envíe o borre alguno.',
  'request.frozen': 'La solicitud ya fue enviada y no se puede cambiar.',
  'request.expected': 'La lista cambió mientras usted la veía. Revísela y confirme de nuevo.',
  'delivery.document': 'Este documento no se entrega: no está listo, se anuló o su formato no lo entrega.',
  'delivery.address': 'La solicitud no tiene un correo al que entregar. Escríbalo.',
  'delivery.waiting': 'Ya está por enviarse.',
  'delivery.unknown':
    'El envío se interrumpió cuando el servidor de correo lo recibía. Pregunte al destinatario o envíelo de nuevo.',
  'delivery.limit': 'Ya se envió diez veces. Cree un enlace y entréguelo por otro medio.',
  'request.undo': 'Ya no se puede deshacer: pasó el tiempo, o ya se deshizo.',
  'request.changed': 'Otra persona cambió la solicitud al mismo tiempo. Revísela y confirme de nuevo.',

  'view.taken': 'Ya tiene una vista con este nombre.',
  'view.people': 'Solo los administradores pueden abrirla: está filtrada por una persona. Compártala con ellos.',

  'list.notFound': 'La lista no existe, o no puede verla.',
  'list.taken': 'Ya hay una lista con este nombre.',
  'list.columns': 'Dos columnas se llaman igual. Cambie el nombre de una.',
  'list.key': 'Elija la columna que identifica cada registro.',
  'list.immutable':
    'La lista ya tiene registros: su clave y el tipo de sus columnas no se pueden cambiar. Cree otra lista.',
  'list.unknown': 'No encontramos ese dato en la lista. Elija un registro, o pida a un administrador que lo agregue.',
  'list.several': 'La lista tiene varios registros con este dato. Pida a un administrador que la corrija.',
  'list.attempts': 'Escribió demasiados datos que no están en la lista. Inténtelo mañana.',
  'list.mismatch': 'No coincide con la lista para este registro. Elíjalo de nuevo.',
  'list.used': 'Un formato publicado usa esta lista. Cambie antes ese formato y publíquelo.',

  'batch.duplicate': 'Este archivo ya se envió para este formato.',
  'batch.transition': 'Esta acción no es posible en el estado actual del lote.',
  'batch.notFound': 'El lote no existe.',
  'batch.ownerInactive':
    'El envío se detuvo: la cuenta que cargó el lote ya no está activa. Un administrador puede continuarlo o cancelarlo.',
  'batch.chunk': 'Envíe las filas en grupos de hasta 1.000.',
  'batch.tooMany': 'Un lote lleva hasta 100.000 filas.',

  'backup.space':
    'No quedó espacio en el disco para la copia. Libere espacio, o guarde las copias en otro disco o en S3, y haga una nueva.',
  'backup.broken': 'La copia quedó dañada y se borró. Revise el disco donde se guarda y haga una nueva.',
  'backup.integrity':
    'La base de datos de la copia no está íntegra, y la copia se borró. Conserve las anteriores y revise el disco del servidor.',
  'backup.interrupted': 'El servidor se detuvo mientras se hacía la copia.',
  'backup.timeout': 'La copia no terminó en dos horas y se detuvo.',
  'backup.failed': 'La copia no se pudo hacer. Consulte la causa en el registro del servidor.',

  'document.characters': 'El PDF no puede mostrar {characters}, en {fields}. Escríbalo con letras latinas.',
  'document.letterhead':
    'El PDF no puede mostrar {characters}, en el formato o en los datos de la organización. Corríjalo y genere el documento de nuevo.',
  'document.status': 'El servicio de documentos respondió con el estado {status}.',
  'document.type': 'El servicio de documentos respondió con «{type}», que no es un PDF.',
  'document.size': 'El servicio de documentos respondió con más de 20 MB.',
  'document.cut': 'El PDF del servicio de documentos llegó incompleto.',
  'document.timeout': 'El servicio de documentos no terminó en 30 segundos.',
  'document.redirect': 'El servicio de documentos respondió con una redirección, que no se admite.',
  'document.connection': 'No se pudo conectar con el servicio de documentos.',
  'files.unavailable': 'El almacén de archivos no responde. Inténtelo de nuevo en unos minutos.',
  'document.unsaved': 'El documento no se pudo guardar.',
  'seal.failed': 'El documento no se pudo sellar. Consulte la causa en el registro del servidor.',
  'seal.files':
    'Faltan el certificado o la clave del sello, o no se pueden leer. Use un P12, o un certificado (PEM o CER) y su clave en PEM sin contraseña.',
  'seal.password': 'La contraseña del archivo P12 no es correcta.',
  'seal.mismatch': 'La clave no es la de este certificado. Use la clave con que se pidió.',
  'seal.usage':
    'El certificado no sirve para sellar. Necesita una clave RSA de 2048 a 4096 bits o P-256, y un uso que incluya la firma digital.',
  'seal.expired': 'El certificado del sello venció. Cambie el certificado y genere el documento de nuevo.',
  'seal.secret': 'Falta ENCRYPTION_KEY, con 32 caracteres o más, o no es el que cifró la clave guardada del sello.',
  'seal.remote':
    'El servicio que guarda la clave del sello rechazó la llamada. Revise las variables SEAL_… y el registro del servidor.',
  'seal.unavailable': 'El servicio que guarda la clave del sello no responde. Inténtelo de nuevo en unos minutos.',
  'seal.early': 'El certificado del sello todavía no es válido. Revise la fecha del servidor.',
  'document.signatory':
    '«{name}» no podía firmar el {day} y nadie lo reemplaza. Actualice sus datos en Ajustes › Firmantes y genere el documento de nuevo.',
  'document.tooLarge':
    'El documento sería demasiado largo. Quite filas o textos, o pida al administrador que acorte el formato.',

  'document.unknown':
    'Ningún documento tiene este código. Revise que lo copió completo: son doce letras y números, al pie del documento.',

  'email.token': 'El enlace venció o ya se usó. Pida a un administrador que envíe otro.',
  'recovery.token': 'El enlace venció o ya se usó. Pida uno nuevo.',

  'server.busy':
    'El servidor está ocupado porque hay muchas personas a la vez. Espere un momento e inténtelo de nuevo.',
  'server.storage':
    'El servidor no puede guardar ahora: su disco está lleno, protegido u ocupado. No cierre la página, avise al administrador e inténtelo más tarde.',
  'webhook.address':
    'Escriba una dirección completa de Internet, sin usuario ni contraseña, por ejemplo https://sistema.empresa.com/avisos.',
} as const satisfies Record<string, string>
export type ErrorCode = keyof typeof errorMessages

export function formatErrorMessage(code: ErrorCode, details?: Readonly<Record<string, unknown>> | null): string {
  return fillPlaceholders(errorMessages[code], details)
}
