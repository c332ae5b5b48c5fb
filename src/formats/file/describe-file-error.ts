import type { FormatFileError } from '../../domain/formats/format-file.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { versionSettingLabels } from '../setting-labels.ts'

const partLabels: Record<string, string> = {
  ...versionSettingLabels,
  code: 'Código',
  name: 'Nombre',
  aliases: 'Otros nombres',
  description: 'Descripción',
  category: 'Categoría',
  requiresReview: 'Revisión',
  dueDays: 'Plazo',
  keepYears: 'Años que se conservan',
  access: 'Quién puede pedirlo',
  groups: 'Quién puede pedirlo',
}

const referenceLabels: Record<string, string> = {
  signatories: 'firmantes',
  groups: 'grupos',
  people: 'personas',
  lists: 'listas',
}

/** Formats an error of a format file with its place: «Campo 4, options.0.value: Este dato es obligatorio.» */
export function describeFileError({ path, code }: FormatFileError): string {
  if (code === 'file') return 'Este archivo no es el de un formato. Elija el que se descarga con «Exportar».'
  const place = describePath(path)
  return place ? `${place}: ${getErrorMessage(code)}` : getErrorMessage(code)
}

function describePath([root, part = '', index, ...rest]: FormatFileError['path']): string {
  if (root === 'references') return describeReference(referenceLabels[part], index, rest)
  if (root !== 'format')
    return [root, part, index, ...rest].filter((step) => step !== undefined && step !== '').join('.')
  const names: Record<string, string> = { fields: 'Campo', signatures: 'Firma', route: 'Paso' }
  const name = names[part]
  if (name && typeof index === 'number') return [`${name} ${index + 1}`, rest.join('.')].filter(Boolean).join(', ')
  return [partLabels[part] ?? part, index, ...rest].filter((step) => step !== undefined && step !== '').join('.')
}

/** Formats the place of a reference, with the position of the record from 1: «Referencias, firmantes, 2, id». */
function describeReference(label: string | undefined, index: string | number | undefined, rest: (string | number)[]) {
  const position = typeof index === 'number' ? index + 1 : index
  return ['Referencias', label, position, ...rest].filter((step) => step !== undefined).join(', ')
}
