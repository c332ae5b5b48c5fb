import type { FieldType, IdDocumentKind } from '../../domain/fields/field-types.ts'
import { guessFieldType } from '../../domain/fields/guess-type.ts'
import { fieldCharacter } from './paragraph-text.ts'

export interface FieldGuess {
  label: string
  type: FieldType
  kinds?: IdDocumentKind[]
}

export interface BlankContext {
  before: string
  after: string
  /** Text inside the placeholder; empty for blanks. */
  name: string
  /** Label in the table cell to the left; empty outside of tables. */
  cell: string
}

const maxLabelLength = 80
const maxWords = 6
/** Words without meaning at the start and end of a label. */
const connectors =
  /^(?:a|al|ante|bajo|cada|como|con|cual|cuyo|cuya|de|del|desde|e|el|ella|en|entre|es|esta|este|hasta|la|las|le|lo|los|mediante|número|n|no|nro|o|para|por|que|quien|se|según|ser|será|sin|sobre|su|sus|su\(s\)|un|una|y|#)$/i

interface Pattern {
  test: RegExp
  label: string
  type: FieldType
  kinds?: IdDocumentKind[]
}

/** Patterns of the words directly before a blank. If `label` is empty, the matched words are the label. */
const patterns: readonly Pattern[] = [
  { test: /\bnit\b[^\p{L}]*(?:n[o.º°úumero ]*)?$/iu, label: 'NIT', type: 'idDocument', kinds: ['NIT'] },
  {
    test: /extranjer[ií]a[^\p{L}]*(?:n[o.º°úumero ]*)?$/iu,
    label: 'Cédula de extranjería',
    type: 'idDocument',
    kinds: ['CE'],
  },
  {
    test: /(?:\bc[eé]dula(?: de ciudadan[ií]a)?|\bc\. ?c\.?|\bcc)[^\p{L}]*(?:n[o.º°úumero ]*)?$/iu,
    label: 'Número de cédula',
    type: 'idDocument',
    kinds: ['CC', 'CE'],
  },
  {
    test: /(?:documento de identi(?:dad|ficaci[oó]n)|identificaci[oó]n|identificad[oa] con)[^\p{L}]*(?:n[o.º°úumero ]*)?$/iu,
    label: 'Documento de identidad',
    type: 'idDocument',
    kinds: ['CC', 'CE', 'PA'],
  },
  { test: /expedid[oa](?: en)?[ :]*$/iu, label: 'Lugar de expedición', type: 'text' },
  { test: /(?:correo(?: electr[oó]nico)?|e-?mail)[ :]*$/iu, label: 'Correo electrónico', type: 'email' },
  { test: /(?:celular|m[oó]vil)[^\p{L}]*(?:n[o.º° ]*)?$/iu, label: 'Celular', type: 'phone' },
  { test: /(?:tel[eé]fono|tel\.)[^\p{L}]*(?:n[o.º° ]*)?$/iu, label: 'Teléfono', type: 'phone' },
  { test: /direcci[oó]n[ :]*$/iu, label: 'Dirección', type: 'text' },
  { test: /(?:ciudad|municipio)(?: de)?[ :]*$/iu, label: 'Ciudad', type: 'text' },
  { test: /(?:domicili(?:ad[oa]|o)|residenciad[oa])(?: en)?[ :]*$/iu, label: 'Domicilio', type: 'text' },
  {
    test: /(?:\b(?:se[ñn]or(?:es|as?|\(a\))?|sr\.?|sra\.?|yo|nombre|suscrit[oa]s?|doctor(?:a)?))[ ,:]*$/iu,
    label: 'Nombre',
    type: 'text',
  },
  { test: /(?:cargo|puesto|calidad)(?: de)?[ :]*$/iu, label: 'Cargo', type: 'text' },
  {
    test: /(?:objeto|descripci[oó]n|observaciones|motivo|actividades|obligaciones)[ :.]*$/iu,
    label: '',
    type: 'longText',
  },
]

const dateBefore = [
  [/(?:desde|a partir|inicio|inicia|comienz|ingres)[\p{L}\s]{0,20}$/iu, 'Fecha de inicio'],
  [/(?:hasta|termina|finaliza|vence)[\p{L}\s]{0,20}$/iu, 'Fecha de terminación'],
  [/nace|nacid[oa]|nacimiento/iu, 'Fecha de nacimiento'],
  [/firma|suscrib|constancia|expide|dad[oa] en/iu, 'Fecha de firma'],
] as const

/** Verb after the name of an amount: «valor es la suma» → «valor». */
const verbAndRest = /(?<=\p{L})\s+(?:es|son|ser[aá]|asciende|equivale|corresponde)(?!\p{L}).*$/iu

const countedUnit = /^\s*(?:\)\s*)?(d[ií]as?|meses|mes|a[ñn]os?|horas?|semanas?)(?!\p{L})/iu

/** Guesses the label and the type of a field from the placeholder's text and the words around it. */
export function guessField(
  around: BlankContext,
  meaning: 'date' | 'money' | 'yesNo' | null,
  isLong: boolean,
): FieldGuess {
  const context = { ...around, before: around.before.replace(numberSign, '') }
  const words = getWordsBefore(context.before)
  const clause = context.before.split(/[.;:!?\n]\s+/).at(-1) ?? ''
  if (meaning === 'date')
    return { label: context.name ? toFieldLabel(context.name) : labelDate(clause, context), type: 'date' }
  const label = getNamedLabel(context)
  if (meaning === 'money')
    return {
      label: label || shorten(words.replace(/^suma$/i, 'valor').replace(verbAndRest, '')) || 'Valor',
      type: 'money',
    }
  if (meaning === 'yesNo') return { label: label || shorten(words) || 'Respuesta', type: 'boolean' }
  if (label) return { label, ...guessTypeByLabel(label, isLong, context.after) }
  const known = patterns.find(({ test }) => test.test(clause.trimEnd() || context.before.trimEnd()))
  if (known)
    return { label: known.label || shorten(words), type: known.type, ...(known.kinds && { kinds: known.kinds }) }
  return guessUnnamed(words, context, isLong)
}

/** Sign of a number at the end: «C.C. N.º » → « N.º ». The words before it name the number. */
const numberSign = /(?<=[\p{L}.)])\s+(?:[Nn](?:\s?\.?\s?[º°ª]\.?|[uú]m(?:ero)?\.?|ro\.?|[oO]\.)|N[oO]|#)\s*:?\s*$/u

function guessUnnamed(words: string, { before, after }: BlankContext, isLong: boolean): FieldGuess {
  const unit = countedUnit.exec(after)?.[1]?.toLowerCase()
  if (unit) return { label: words ? shorten(`${words} (${unit})`) : `Número de ${unit}`, type: 'integer' }
  const counted = /^\s*(?:\)\s*)?(cuotas|copias|folios|ejemplares|unidades|personas|hijos|sesiones)(?!\p{L})/iu.exec(
    after,
  )?.[1]
  if (counted) return { label: `Número de ${counted.toLowerCase()}`, type: 'integer' }
  if (/^\s*%/.test(after)) return { label: shorten(words) || 'Porcentaje', type: 'percent' }
  if (/^\s*pesos/i.test(after)) return { label: shorten(words) || 'Valor', type: 'money' }
  // A blank directly after the number of a document is its place of issue: «C.C. ____ de ____».
  if (new RegExp(`[${fieldCharacter}_] (?:expedida )?(?:de|en) $`, 'u').test(before.slice(-20)))
    return { label: 'Lugar de expedición', type: 'text' }
  if (/^,? *(?:mayor de edad|identificad|domiciliad|de nacionalidad|con c[eé]dula|quien)/iu.test(after))
    return { label: 'Nombre', type: 'text' }
  const label = shorten(words) || shorten(getWordsAfter(after)) || 'Dato'
  return { label, ...guessTypeByLabel(label, isLong, after) }
}

/** Returns a stated label: the placeholder's name, «Nombre: ____», a table cell, or «____ (nombre)». */
function getNamedLabel({ before, after, name, cell }: BlankContext): string {
  if (name) return toFieldLabel(name)
  const colon = /(?:^|[.;:\n\t_]|\s{2,})\s*(\p{L}[^.;:\n\t_☐\ue000]{1,60}):\s*$/u.exec(before)?.[1]
  if (colon) return toFieldLabel(colon)
  if (cell && !before.trim()) return toFieldLabel(cell)
  const hint = /^\s*\((\p{L}[^()_\n]{2,50})\)/u.exec(after)?.[1]
  return hint ? toFieldLabel(hint) : ''
}

function labelDate(clause: string, context: BlankContext): string {
  const found = dateBefore.find(([test]) => test.test(clause.slice(-60)))
  if (found) return found[1]
  const label = getNamedLabel(context)
  return label && /fecha|d[ií]a/i.test(label) ? label : 'Fecha'
}

function guessTypeByLabel(
  label: string,
  isLong: boolean,
  after: string,
): { type: FieldType; kinds?: IdDocumentKind[] } {
  const known = guessFieldType(label)
  if (known) return known
  if (/^\s*%/.test(after)) return { type: 'percent' }
  if (countedUnit.test(after)) return { type: 'integer' }
  return { type: isLong ? 'longText' : 'text' }
}

/** Returns the words of the same clause before a blank, without connectors such as «de» at both ends; or initials: «T.P.». */
function getWordsBefore(before: string): string {
  const initials = /(?:^|[\s(,])((?:\p{Lu}\.\s?){2,})\s*$/u.exec(before.slice(-40))?.[1]
  if (initials) return initials.trim()
  const clause =
    before
      .split(/[.;:!?\n\t,()_☐%]|\ue000|\s{3,}/u)
      .filter((part) => /\p{L}/u.test(part))
      .at(-1) ?? ''
  // Ignores a clause that ends before the blank.
  const rest = before.slice(before.lastIndexOf(clause) + clause.length)
  if (/[_☐\ue000;]|\.\s/u.test(rest)) return ''
  return trimConnectors(clause.split(/\s+/).filter(Boolean)).slice(-maxWords).join(' ')
}

function getWordsAfter(after: string): string {
  const clause = /^[\s,]*([^.;:!?\n\t,()_☐\ue000]{0,80})/u.exec(after)?.[1] ?? ''
  return trimConnectors(clause.split(/\s+/).filter(Boolean)).slice(0, maxWords).join(' ')
}

function trimConnectors(words: string[]): string[] {
  const isConnector = (word: string | undefined) =>
    word !== undefined && connectors.test(word.replace(/[.º°ª:]+$/u, ''))
  let from = 0
  let to = words.length
  while (to > from && isConnector(words[to - 1])) to--
  while (from < to && isConnector(words[from])) from++
  return words.slice(from, to)
}

/** Converts a text to a label: `NOMBRE_DEL_CLIENTE` → «Nombre del cliente», `fechaIngreso` → «Fecha ingreso». */
export function toFieldLabel(text: string): string {
  const spaced = text
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, (_, end: string, start: string) => `${end} ${start.toLocaleLowerCase('es')}`)
    .replace(/\s+/g, ' ')
    .replace(/^[\s\d.,;:)*-]+(?=\p{L})|[\s.,;:*-]+$/gu, '')
  const words = trimConnectors(spaced.split(' ').filter(Boolean)).join(' ') || spaced
  return shorten(words)
}

const acronym = /^(?:NIT|RUT|RUC|RFC|CURP|DNI|IVA|EPS|ARL|AFP|S\.?A\.?S?\.?|CC|C\.C\.)$/

/** Shortens a label, and converts words in capitals to lower case, except acronyms. */
function shorten(text: string): string {
  const isLoud = text === text.toUpperCase() && /\p{L}{4}/u.test(text)
  const lower = (word: string) => (acronym.test(word) ? word : word.toLocaleLowerCase('es'))
  const calm = (isLoud ? text.split(' ').map(lower).join(' ') : text)
    .replace(/[\ue000-\uf8ff*{}|¿¡]/g, '')
    .trim()
    .slice(0, maxLabelLength)
    .trim()
  return calm.charAt(0).toLocaleUpperCase('es') + calm.slice(1)
}
