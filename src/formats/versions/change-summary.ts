import type { Field } from '../../domain/fields/field.ts'
import type { VersionChanges } from '../../domain/formats/version-changes.ts'
import { formatCount, formatList } from '../../lib/number-format.ts'
import type { DiffLine } from './diff-text.ts'
import { countChangedLines } from './diff-text.ts'

export const versionPartLabels = {
  signatures: 'Firmas',
  paper: 'Papel',
  makesFinal: 'Documento definitivo',
  route: 'Aprobación',
} as const satisfies Record<VersionChanges['parts'][number], string>

export const fieldSettingLabels = {
  key: 'clave',
  label: 'nombre',
  type: 'tipo',
  required: 'obligatorio',
  help: 'ayuda',
  example: 'ejemplo',
  aliases: 'otros nombres',
  min: 'mínimo',
  max: 'máximo',
  pattern: 'patrón',
  options: 'opciones',
  decimals: 'decimales',
  currency: 'moneda',
  kinds: 'tipos de documento',
  kindFrom: 'origen del tipo de documento',
  megabytes: 'tamaño de los archivos',
  accepts: 'tipos de archivo',
  formula: 'fórmula',
  unique: 'no se repite',
  personal: 'dato personal',
  visibleIf: 'cuándo se muestra',
  requiredIf: 'cuándo es obligatorio',
  summary: 'se muestra en las listas',
  columns: 'columnas',
  deciders: 'quién lo diligencia',
  before: 'sección, nota o página de antes',
  after: 'nota del final',
  default: 'valor inicial',
  from: 'dato inicial',
  fillIfMissing: 'se completa si falta',
  list: 'lista',
} as const satisfies Record<keyof Field, string>

/** Returns the changes as short sentences: `['Redacción: 2 líneas agregadas y 1 quitada', 'Campos: 1 agregado']`. Without `lines`, the first is `Redacción`. */
export function summarizeChanges(changes: VersionChanges, lines: readonly DiffLine[] | undefined): string[] {
  const { addedFields, removedFields, changedFields, reordersFields, endNote, parts } = changes
  const text = countChangedLines(lines ?? [])
  const fields = [
    addedFields.length > 0 && formatCount(addedFields.length, 'agregado', 'agregados'),
    removedFields.length > 0 && formatCount(removedFields.length, 'quitado', 'quitados'),
    changedFields.length > 0 && formatCount(changedFields.length, 'cambiado', 'cambiados'),
    reordersFields && 'otro orden',
    endNote !== null && 'otra nota del final',
  ].filter((part) => part !== false)
  const counts = [
    text.added > 0 && formatCount(text.added, 'línea agregada', 'líneas agregadas'),
    text.removed > 0 && formatCount(text.removed, 'línea quitada', 'líneas quitadas'),
  ].filter((part) => part !== false)
  return [
    ...(changes.body ? [['Redacción', counts.join(' y ')].filter(Boolean).join(': ')] : []),
    ...(fields.length > 0 ? [`Campos: ${fields.join(', ')}`] : []),
    ...(parts.length > 0 ? [formatList(parts.map((part) => versionPartLabels[part]))] : []),
  ]
}
