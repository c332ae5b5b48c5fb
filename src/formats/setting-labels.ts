import type { Field } from '../domain/fields/field.ts'
import type { VersionSetting } from '../domain/formats/version-settings.ts'

/** Labels of the settings of a field: first the basic ones, then the optional ones in the order of the field dialog. */
export const fieldSettingLabels: Record<keyof Field, string> = {
  key: 'clave',
  label: 'nombre',
  type: 'tipo',
  required: 'obligatorio',
  help: 'ayuda',
  options: 'opciones',
  formula: 'fórmula',
  columns: 'columnas',
  before: 'sección, nota o página de antes',
  after: 'nota del final',
  approvers: 'quién lo diligencia',
  kinds: 'tipos de documento',
  kindFrom: 'origen del tipo de documento',
  accepts: 'tipos de archivo',
  min: 'mínimo',
  max: 'máximo',
  megabytes: 'tamaño de los archivos',
  decimals: 'decimales',
  currency: 'moneda',
  pattern: 'patrón',
  example: 'ejemplo',
  aliases: 'otros nombres',
  from: 'dato inicial',
  default: 'valor inicial',
  fillIfMissing: 'se completa si falta',
  list: 'lista',
  visibleIf: 'cuándo se muestra',
  requiredIf: 'cuándo es obligatorio',
  personal: 'dato personal',
  summary: 'se muestra en las listas',
  unique: 'no se repite',
}

export const versionSettingLabels: Record<'body' | VersionSetting, string> = {
  body: 'Redacción',
  signatures: 'Firmas',
  paper: 'Papel',
  makesFinal: 'Documento definitivo',
  asksPassword: 'Contraseña al aprobar',
  delivery: 'Entrega',
  signing: 'Firma de otras personas',
  external: 'Personas externas',
  route: 'Aprobación',
}
