import { getAcceptedExtensions, getMaxMegabytes, maxFilesPerField } from '../attachments/attachment.ts'
import { findUnsupportedCharacters } from '../documents/layout/supported-characters.ts'
import { getErrorMessage } from '../text/error-message.ts'
import { isIsoDate } from '../time/calendar.ts'
import { formatShortDate } from '../time/date.ts'
import type { Column } from './field.ts'
import { formatValue } from './values.ts'

type Bound = Column['min']

export function getFieldErrorMessage(field: Column, code: string, among: readonly Column[], value?: unknown): string {
  if (code === 'unprintable') return getUnsupportedCharactersMessage(value) ?? getErrorMessage(code)
  if (code === 'invalid' && field.type === 'idDocument') return getIdDocumentMessage(value)
  if (code === 'required') return requiredMessages[field.type] ?? getErrorMessage(code)
  if (code === 'length') return getLengthMessage(field) ?? getErrorMessage(code)
  if (code === 'attachment.size') return `Cada archivo puede pesar ${getMaxMegabytes(field)} MB como máximo.`
  if (code === 'attachment.kind') return getFileTypeMessage(field, value) ?? getErrorMessage(code)
  if (code !== 'min' && code !== 'max') return getErrorMessage(code)
  if (field.type === 'table') return getCountMessage(field, code, 'fila', 'filas') ?? getErrorMessage(code)
  if (field.type === 'file')
    return getCountMessage(withDefaultMax(field), code, 'archivo', 'archivos') ?? getErrorMessage(code)
  if (field.type === 'choices') return getCountMessage(field, code, 'opción', 'opciones') ?? getErrorMessage(code)
  return getBoundMessage(field, code, among) ?? getErrorMessage(code)
}

/** Returns the error message of a rejected file type: `foto.heic` → «Aquí no se reciben archivos .heic. Si es una foto, guárdela como JPG.» */
function getFileTypeMessage(field: Column, name: unknown): string | undefined {
  const extension = typeof name === 'string' && /^[^;\n]*(\.[a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase()
  const taken = getAcceptedExtensions(field)
  if (!extension || taken.includes(extension)) return undefined
  const isPhoto = /^\.(hei[cf]|avif|tiff?|bmp|gif)$/.test(extension) && taken.includes('.jpg')
  return `Aquí no se reciben archivos ${extension}.${isPhoto ? ' Si es una foto, guárdela como JPG.' : ''}`
}

function getUnsupportedCharactersMessage(value: unknown): string | undefined {
  const lacking = typeof value === 'string' ? findUnsupportedCharacters(value).slice(0, 5) : []
  if (lacking.length === 0) return undefined
  return `Los documentos no pueden mostrar ${lacking.map((character) => `«${character}»`).join(', ')}. Use letras latinas.`
}

function getIdDocumentMessage(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  const odd = new Set(text.match(/[^a-zà-ÿ\d\s.-]/gi)?.slice(0, 5))
  if (odd.size > 0)
    return `Un documento no lleva ${Array.from(odd, (sign) => `«${sign}»`).join(', ')}. Bórrelo y escriba solo números y letras.`
  if (/[a-zà-ÿ]/i.test(text)) return 'No tiene la forma de este tipo de documento. Revise sus letras y números.'
  return 'No es un número de documento. Escríbalo completo, por ejemplo 1020304050.'
}

const requiredMessages: Partial<Record<Column['type'], string>> = {
  choice: 'Elija una opción.',
  choices: 'Elija al menos una opción.',
  boolean: 'Elija Sí o No.',
  date: 'Escriba la fecha, por ejemplo 03/04/2025.',
  file: 'Adjunte al menos un archivo.',
  table: 'Agregue al menos una fila.',
}

function getLengthMessage({ min, max }: Column): string | undefined {
  if (min !== undefined && max !== undefined)
    return min === max ? `Escriba ${max} caracteres.` : `Escriba entre ${min} y ${max} caracteres.`
  if (max !== undefined) return `Escriba ${max} caracteres como máximo.`
  return min === undefined ? undefined : `Escriba ${min} caracteres o más.`
}

function getCountMessage(field: Column, code: 'min' | 'max', one: string, many: string): string | undefined {
  const bound = field[code]
  if (bound === undefined) return undefined
  const counted = `${bound} ${Number(bound) === 1 ? one : many}`
  return code === 'min' ? `Se necesitan ${counted} como mínimo.` : `Caben ${counted} como máximo.`
}

function withDefaultMax(field: Column): Column {
  return { ...field, max: field.max ?? maxFilesPerField }
}

function getBoundMessage(field: Column, code: 'min' | 'max', among: readonly Column[]): string | undefined {
  const boundText = formatBound(field, field[code], among)
  if (boundText === undefined) return undefined
  if (field.type === 'date') {
    const to = `a ${boundText}`.replace(/^a el /, 'al ')
    return code === 'min' ? `No puede ser anterior ${to}.` : `No puede ser posterior ${to}.`
  }
  if (field.min !== undefined && String(field.min) === String(field.max)) return `Debe ser ${boundText}.`
  return code === 'min' ? `Debe ser ${boundText} o más.` : `Debe ser ${boundText} o menos.`
}

function formatBound(field: Column, bound: Bound, among: readonly Column[]): string | undefined {
  if (bound === undefined) return undefined
  const [, key, days] = /^@(\w+)([+-]\d+)?$/.exec(String(bound)) ?? []
  if (key) {
    const other = among.find((one) => one.key === key)
    return other && `«${other.label}»${days ? ` ${days.replace(/^([+-])/, '$1 ')} días` : ''}`
  }
  if (field.type !== 'date') return formatValue(field, String(bound))
  if (bound === 'today') return 'hoy'
  return isIsoDate(String(bound)) ? `el ${formatShortDate(String(bound))}` : undefined
}
