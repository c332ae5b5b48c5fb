import { getTemplateFields } from '../../domain/documents/document-date.ts'
import type { Tab } from '../../domain/documents/tab.ts'
import { parseTag, type TemplateTag } from '../../domain/documents/template-tag.ts'
import { parseStyle, type ValueStyle } from '../../domain/documents/value-style.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { formatCondition, formatPresence } from '../conditions/condition-sentence.ts'
import { getTagContent } from './parse-body.ts'

/** Kind of a tag, which determines its color. A section has an `open` tag, optional `middle` tags and a `close` tag. */
type TagKind = 'value' | 'open' | 'middle' | 'close' | 'command' | 'automatic' | 'invalid'

export interface TagLabel {
  kind: TagKind
  label: string
}

const styleLabels: Record<string, string> = {
  largo: 'largo',
  letras: 'en letras',
  moneda: 'como dinero',
  mayusculas: 'en mayúsculas',
  cédula: 'nombre del tipo',
  Cédula: 'nombre del tipo, con mayúscula',
  documento: 'con su tipo',
  Documento: 'con su tipo, con mayúscula',
  lista: 'en una frase',
}

/** Returns the label of a value's style, such as «en letras»; empty for the default style. */
export function getStyleLabel(style: ValueStyle | null, source: string): string {
  if (!style) return source
  if ('counted' in style)
    return style.counted.words ? `en letras, con «${style.counted.many}»` : `con «${style.counted.many}»`
  return styleLabels[style.style] ?? source
}

const sectionLabels: Record<string, string> = { 'sin partir': 'Sin partir', 'aquí firma': 'Firma de una persona' }
const alignLabels = { start: 'izquierda', center: 'centro', end: 'derecha' } as const

const alignTagLabels = { start: 'a la izquierda', center: 'al centro', end: 'a la derecha' } as const

function getTabLabel({ position }: Tab) {
  const end = position === null ? 'el margen' : `los ${String(position).replace('.', ',')} cm`
  return `Espacio hasta ${end}`
}

/** Returns a tag's label in the styled editor: `{{valor|letras}}` → «Valor, en letras». */
export function getTagLabel(source: string, fields: readonly (Field | Column)[]): TagLabel {
  const content = getTagContent(source)
  const tag = parseTag(content)
  const find = (key: string) => [...fields, ...getTemplateFields([])].find((field) => field.key === key)
  if (typeof tag === 'string') return { kind: 'invalid', label: content.trim() || source }
  if (tag.is === 'value') {
    const field = find(tag.key)
    const style = tag.style ? `, ${getStyleLabel(parseStyle(tag.style), tag.style)}` : ''
    return { kind: field ? 'value' : 'invalid', label: `${field?.label ?? tag.key}${style}` }
  }
  if (tag.is === 'if') return { kind: 'open', label: `si ${formatCondition(tag.condition, find)}` }
  if (tag.is === 'else')
    return { kind: 'middle', label: tag.condition ? `si no, si ${formatCondition(tag.condition, find)}` : 'si no' }
  if (tag.is === 'open') return getSectionLabel(tag.key, find)
  if (tag.is === 'close') return { kind: 'close', label: getCloseLabel(tag.key, find) }
  if (tag.is === 'clause') return { kind: 'automatic', label: 'CLÁUSULA' }
  if (tag.is === 'organisation') return { kind: 'value', label: 'La organización' }
  if (tag.is === 'align') return { kind: 'automatic', label: alignTagLabels[tag.align] }
  if (tag.is === 'tab') return { kind: 'automatic', label: getTabLabel(tag.tab) }
  if (tag.is === 'span') return { kind: 'automatic', label: `${tag.columns} columnas` }
  if (tag.is === 'command') return { kind: 'command', label: getCommandLabel(tag, content) }
  return { kind: 'invalid', label: content.trim() }
}

function getSectionLabel(key: string, find: (key: string) => Field | Column | undefined): TagLabel {
  const label = sectionLabels[key]
  if (label) return { kind: 'open', label }
  const field = find(key)
  if (!field) return { kind: 'invalid', label: `si hay ${key}` }
  return {
    kind: 'open',
    label: field.type === 'table' ? `por cada fila de ${field.label}` : `si ${formatPresence(key, find)}`,
  }
}

function getCloseLabel(key: string, find: (key: string) => Field | Column | undefined) {
  const label = sectionLabels[key]
  if (label) return `fin de «${label}»`
  const field = find(key)
  return field?.type === 'table'
    ? `fin de ${field.label}`
    : key === 'si'
      ? 'fin del si'
      : `fin de ${field?.label ?? key}`
}

function getCommandLabel({ command }: TemplateTag & { is: 'command' }, content: string) {
  if (command.name === 'page') return 'Nueva página'
  if (command.name === 'signatures')
    return command.text ? `Firmas de la organización: ${command.text}` : 'Firmas de la organización'
  if (command.name !== 'columns') return content.trim()
  const columns = command.columns.map(({ share, align }) =>
    [share === null ? '' : `${share} %`, align ? alignLabels[align] : ''].filter(Boolean).join(' '),
  )
  return `Columnas: ${columns.map((column) => column || 'automática').join(', ')}`
}
