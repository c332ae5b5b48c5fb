/** Every refusal of the product: the code travels, the client speaks. Codes of cells come first, then the rest by noun. */
export const errors = {
  required: 'Este dato es obligatorio.',
  invalid: 'El valor no es válido.',
  number: 'Escriba un número, por ejemplo 1.234,56.',
  decimals: 'Tiene más decimales de los permitidos.',
  min: 'Está por debajo del mínimo permitido.',
  max: 'Está por encima del máximo permitido.',
  length: 'El largo no es el permitido.',
  pattern: 'No tiene la forma esperada.',
  date: 'No es una fecha que exista. Escriba día/mes/año, por ejemplo 03/04/2025.',
  future: 'La fecha no puede ser futura.',
  boolean: 'Escriba Sí o No.',
  choice: 'No está entre las opciones.',
  checkDigit: 'El dígito de verificación no corresponde.',
  email: 'Escriba un correo electrónico válido, por ejemplo ana@empresa.com.',
  phone: 'Escriba un teléfono válido, por ejemplo 300 123 4567.',
  precision: 'Excel cambió este número. Formatee la columna como Texto y escríbalo de nuevo.',
  excelError: 'La celda tiene un error de Excel.',
  duplicate: 'Este valor está repetido.',
  conflict: 'Hay valores que se contradicen.',
  row: 'La fila no se pudo leer.',

  'password.short': 'La contraseña debe tener al menos 6 caracteres.',
  'password.mismatch': 'Las contraseñas no son iguales.',
  'code.invalid': 'El código no es correcto. Revíselo e inténtelo de nuevo.',
  'code.expired': 'El código venció. Pida uno nuevo.',
  'code.tries': 'Demasiados intentos. Pida un código nuevo.',

  'session.required': 'Inicie sesión para continuar.',
  'user.forbidden': 'Solo un administrador puede hacer esto.',
  'user.inactive': 'El usuario no esta activo comuniquese con el administrador',
  'user.self': 'No puede desactivar su propia cuenta ni quitarse el rol de administrador.',
  'user.lastAdmin': 'Debe quedar al menos un administrador activo.',
  'user.email': 'Ya existe una cuenta con este correo.',
  'registration.closed': 'El registro está cerrado. Pida una cuenta al administrador.',
  'registration.domain': 'Use el correo de su organización.',
  'setup.done': 'La instalación ya tiene un administrador.',
  'setup.token': 'El enlace de instalación no es válido. Use el más reciente que mostró el servidor.',

  'format.code': 'El código lleva de 2 a 4 letras mayúsculas.',
  'format.key': 'La clave lleva minúsculas, números y guion bajo.',
  'format.notPublished': 'El formato no está publicado.',

  'request.transition': 'Ese paso no es posible en el estado actual de la solicitud.',
  'request.notFound': 'La solicitud no existe.',
  'request.forbidden': 'No puede dar ese paso.',
  'request.reason': 'Escriba el motivo.',
  'request.values': 'Hay datos por corregir.',
  'request.frozen': 'La solicitud ya fue enviada y no se puede cambiar.',
  'request.expected': 'La lista cambió mientras usted la veía. Revísela y confirme de nuevo.',
  'request.changed': 'Otra persona cambió la solicitud al mismo tiempo. Revísela y confirme de nuevo.',

  'batch.duplicate': 'Este archivo ya se envió para este formato.',
  'batch.transition': 'Ese paso no es posible en el estado actual del lote.',
  'batch.notFound': 'El lote no existe.',
  'batch.empty': 'El lote no tiene filas listas para enviar.',
  'batch.portion': 'Envíe las filas en grupos de hasta 1.000.',
  'batch.tooMany': 'Un lote lleva hasta 100.000 filas.',

  'file.empty': 'El archivo está vacío.',
  'file.size': 'El archivo pesa más de 25 MB. Divídalo en varios.',
  'file.damaged':
    'El archivo está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como XLSX y vuelva a intentarlo.',
  'file.expands':
    'El archivo ocupa demasiado al abrirse. Copie solo los datos a un libro nuevo, guárdelo como XLSX y vuelva a intentarlo.',
  'file.entities': 'El archivo trae instrucciones que no pertenecen a una hoja de cálculo y no se abrió.',
  'file.encrypted':
    'El archivo tiene contraseña. Ábralo en Excel, quítela en Archivo › Información › Proteger libro y guárdelo de nuevo.',
  'file.xls':
    'Es un libro de Excel 97-2003 (.xls). Ábralo en Excel y use Archivo › Guardar como › Libro de Excel (.xlsx).',
  'file.xlsb':
    'Es un libro binario de Excel (.xlsb). Ábralo en Excel y use Archivo › Guardar como › Libro de Excel (.xlsx).',
  'file.numbers': 'Es un archivo de Numbers. Ábralo en Numbers y use Archivo › Exportar a › Excel.',
  'file.word': 'Es un documento de texto. Copie la tabla a una hoja de Excel y guárdela como XLSX.',
  'file.slides': 'Es una presentación. Copie la tabla a una hoja de Excel y guárdela como XLSX.',
  'file.pdf': 'Es un PDF. Pida la hoja de cálculo original y guárdela como XLSX.',
  'file.image': 'Es una imagen. Pida la hoja de cálculo original y guárdela como XLSX.',
  'file.web':
    'Es una página web guardada con nombre de Excel. Ábrala en Excel y use Archivo › Guardar como › Libro de Excel (.xlsx).',
  'file.link': 'Es un enlace a Hojas de cálculo de Google. Ábralo y use Archivo › Descargar › Microsoft Excel (.xlsx).',
  'file.zip': 'Es un archivo comprimido. Descomprímalo y suba la hoja de cálculo que hay dentro.',
  'file.program': 'Es un programa, no una hoja de cálculo.',
  'file.unknown':
    'No es una hoja de cálculo que se pueda leer. Guárdela en Excel como Libro de Excel (.xlsx) y vuelva a intentarlo.',
  'file.quote':
    'En la línea {line} se abre una comilla que no se cierra. Ciérrela o bórrela y vuelva a intentarlo, o guarde la hoja como XLSX.',
  'file.hiddenSheets': 'Todas las hojas del libro están ocultas. Muestre la que tiene los datos y guárdelo de nuevo.',
  'file.noRows': 'La hoja no tiene datos.',
  'file.headersOnly': 'La hoja solo tiene los encabezados. Escriba los datos debajo y vuelva a intentarlo.',
  'file.rows': 'La hoja tiene más de 100.000 filas. Divídala en varios archivos.',
  'file.columns': 'La hoja tiene más de 200 columnas. Deje solo las que necesita el formato.',

  'document.characters': 'El documento tiene caracteres que la letra del PDF no puede escribir.',
  'document.backend': 'El servicio de documentos no respondió con un PDF.',

  credentials: 'El correo o la contraseña no son correctos.',
  'session.ended': 'La sesión terminó. Inicie sesión de nuevo.',
  'recovery.token': 'El enlace venció o ya se usó. Pida uno nuevo.',

  forbidden: 'No tiene permiso para hacer esto.',
  notFound: 'No existe o ya no está disponible.',
  tooLarge: 'El archivo es demasiado grande.',
  unknown: 'Algo salió mal. Inténtelo de nuevo.',
  offline: 'No hay conexión con el servidor. Revise la red e inténtelo de nuevo.',
  'rate.limit': 'Demasiados intentos seguidos. Espere un minuto e inténtelo de nuevo.',
} as const satisfies Record<string, string>
export type ErrorCode = keyof typeof errors
