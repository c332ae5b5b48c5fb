const wordErrorMessages = {
  'word.empty': 'El archivo está vacío. Revise que sea el correcto y vuelva a intentarlo.',
  'word.size': 'El documento pesa más de 20 MB. Quite las imágenes grandes y vuelva a intentarlo.',
  'word.pages': 'El documento tiene más de 300 páginas. Divídalo en varios.',
  'word.damaged':
    'El documento está dañado o incompleto. Ábralo en Word, guárdelo de nuevo como .docx y vuelva a intentarlo.',
  'word.expands':
    'El documento ocupa demasiado al abrirse. Copie el texto a un documento nuevo, guárdelo y vuelva a intentarlo.',
  'word.entities': 'El documento no se abrió por seguridad: tiene instrucciones ajenas a un documento de Word.',
  'word.encrypted':
    'El documento tiene contraseña. Ábralo en Word, quítela en Archivo › Información › Proteger documento y guárdelo de nuevo.',
  'word.other':
    'Es un documento de otro programa o de una versión anterior de Word. Ábralo en Word y use Archivo › Guardar como › Documento de Word (.docx).',
  'word.sheet': 'Es una hoja de cálculo. Elija el documento de Word con la redacción.',
  'word.pdf': 'Es un PDF. Pida el documento de Word original y súbalo como .docx.',
  'word.unknown': 'No es un documento de Word. Ábralo en Word, guárdelo como .docx y vuelva a intentarlo.',
  'word.reader': 'El lector de documentos no cargó. Revise su conexión y vuelva a elegir el archivo.',
  'word.embedded':
    'El texto está en otro archivo dentro del documento. Ábralo en Word, guárdelo de nuevo y vuelva a intentarlo.',
  'word.noText': 'El documento no tiene texto. Si es un escaneo, pida el documento de Word original.',
} as const
export type WordErrorCode = keyof typeof wordErrorMessages

/** Error for an unreadable Word document; its message is the Spanish text for the user. */
export class WordReadError extends Error {
  readonly code: WordErrorCode

  constructor(code: WordErrorCode) {
    super(wordErrorMessages[code])
    this.name = 'WordReadError'
    this.code = code
  }
}
