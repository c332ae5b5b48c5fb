import { fillPlaceholders } from '../../domain/text/placeholders.ts'

interface FileErrorDetails {
  line?: number
  sheet?: string
  count?: number
}

/** Error for an unreadable file or sheet; its message is the Spanish text for the user. */
export class FileReadError extends Error {
  readonly code: FileErrorCode
  readonly details: FileErrorDetails

  constructor(code: FileErrorCode, details: FileErrorDetails = {}) {
    super(formatFileError(code, details))
    this.name = 'FileReadError'
    this.code = code
    this.details = details
  }
}

export function formatFileError(code: FileErrorCode, details: FileErrorDetails = {}): string {
  return fillPlaceholders(fileErrorMessages[code], { ...details })
}

/** Returns the code of an error about the row or column limit, so that other sheets can still be read. Rethrows other errors. */
export function toSheetLimitCode(error: unknown): FileErrorCode {
  if (error instanceof FileReadError && (error.code === 'file.rows' || error.code === 'file.columns')) return error.code
  throw error
}

export const fileErrorMessages = {
  'file.empty': 'El archivo está vacío. Revise que sea el correcto, o expórtelo de nuevo, y vuelva a intentarlo.',
  'file.size': 'El archivo pesa más de 25 MB. Divídalo en varios.',
  'file.damaged':
    'El archivo está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo como XLSX y vuelva a intentarlo.',
  'file.expands':
    'El archivo ocupa demasiado al abrirse. Copie solo los datos a un libro nuevo, guárdelo como XLSX y vuelva a intentarlo.',
  'file.entities': 'El archivo no se abrió por seguridad: tiene instrucciones ajenas a una hoja de cálculo.',
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
    'No es una hoja de cálculo compatible. Guárdela en Excel como Libro de Excel (.xlsx) y vuelva a intentarlo.',
  'file.quote':
    'En la línea {line} se abre una comilla que no se cierra. Ciérrela o bórrela y vuelva a intentarlo, o guarde la hoja como XLSX.',
  'file.hiddenSheets': 'Todas las hojas del libro están ocultas. Muestre la que tiene los datos y guárdelo de nuevo.',
  'file.noRows': 'La hoja no tiene datos. Escríbalos debajo de los encabezados, guárdela y vuelva a intentarlo.',
  'file.headersOnly': 'La hoja solo tiene los encabezados. Escriba los datos debajo y vuelva a intentarlo.',
  'file.rows': 'La hoja tiene más de 100.000 filas. Divídala en varios archivos.',
  'file.reader': 'El lector de hojas de cálculo no cargó. Revise su conexión y vuelva a elegir el archivo.',
  'file.columns': 'La hoja tiene más de 200 columnas. Deje solo las que necesita el formato.',
} as const
export type FileErrorCode = keyof typeof fileErrorMessages
