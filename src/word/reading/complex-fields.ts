import type { XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import { isFormBoxChecked, readFirstArgument, readFormField } from './controls.ts'
import { fieldCharacter } from './paragraph-text.ts'
import type { FieldSource, WordCondition } from './word-blocks.ts'

/** Conversion of a Word field: to fields of the format, to plain text, or not at all. */
export type FieldConversion =
  /** `isReported`: the text that Word computes is lost, so that it is listed. */
  | { is: 'field'; sources: FieldSource[]; text?: string; isReported?: boolean }
  | { is: 'print'; isReported?: boolean }
  | { is: 'drop'; kind: 'contents' | 'computedField' | 'hidden' }

/** Maximum length of an instruction that is read, because some patterns take quadratic time. */
const maxInstruction = 2000
/** Word fields without visible content. */
const invisible = ['XE', 'TC', 'RD', 'SET', 'ASK', 'NEXT', 'NEXTIF', 'SKIPIF', 'PRINT']
/** Word fields with page numbers. Not converted, because every generated document already has page numbers. */
const pageNumbers = ['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'PAGEREF']
const dates = ['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE']
const numbers = ['=', 'MERGEREC', 'MERGESEQ']
/** Word fields whose first argument names a value. */
const named = ['FILLIN', 'DOCVARIABLE', 'DOCPROPERTY']
/** Word fields whose text is the same in each copy of the document. */
const constant =
  /^(?:|HYPERLINK|QUOTE|SYMBOL|EQ|ADVANCE|SEQ|LISTNUM|AUTONUM\w*|INCLUDEPICTURE|EMBED|SHAPE|PRIVATE|ADDIN|CITATION|BIBLIOGRAPHY)$/

/** Returns how to convert a Word field such as `MERGEFIELD Nombre`. `inner`: fields in its instruction. */
export function getFieldConversion(
  fullInstruction: string,
  data?: XmlElement,
  inner: readonly FieldSource[] = [],
): FieldConversion {
  const instruction = fullInstruction.slice(0, maxInstruction)
  const name = /^\s*([A-Za-z]+|=)/.exec(instruction)?.[1]?.toUpperCase() ?? ''
  const field = (source: string, kind: FieldSource['kind'] = 'text', isReported = false) => ({
    is: 'field' as const,
    sources: [{ name: source, kind, options: [] }],
    isReported,
  })
  if (name === 'MERGEFIELD' || named.includes(name)) return field(readFirstArgument(instruction))
  if (name === 'FORMCHECKBOX')
    return { is: 'field', sources: [readFormField(data, name)], text: isFormBoxChecked(data) ? '☒' : '☐' }
  if (name === 'FORMTEXT' || name === 'FORMDROPDOWN') return { is: 'field', sources: [readFormField(data, name)] }
  if (name === 'MACROBUTTON') {
    const text = /^\s*MACROBUTTON\s+\S+\s+(.*\S)/i.exec(instruction)?.[1] ?? ''
    return { ...field(text.replace(/^[[<{\s]+|[\]>}\s]+$/g, '')), text }
  }
  if (dates.includes(name))
    return /\\@\s*"[^"dMy]*"/.test(instruction) ? field('Hora') : field('Fecha de expedición', 'date')
  if (name === 'ADDRESSBLOCK') return field('Destinatario', 'longText')
  if (name === 'GREETINGLINE') return field('Saludo')
  if (numbers.includes(name)) return field('', 'number', true)
  if (name === 'TOC' || name === 'INDEX' || name === 'TOA') return { is: 'drop', kind: 'contents' }
  if (pageNumbers.includes(name)) return { is: 'drop', kind: 'computedField' }
  if (invisible.includes(name)) return { is: 'drop', kind: 'hidden' }
  const [first] = inner
  if (!first || name === 'HYPERLINK') return { is: 'print', isReported: first !== undefined || !constant.test(name) }
  const condition = name === 'IF' && inner.length === 1 ? readCondition(instruction) : null
  return { is: 'field', sources: condition ? [{ ...first, condition }] : [...inner], isReported: true }
}

const conditionToken = new RegExp(
  `"([^"]*)"|“([^”]*)”|${fieldCharacter}|<>|[<>]=?|=|[^\\s"“<>=${fieldCharacter}]+`,
  'g',
)

/** Reads the condition of an IF field whose left side is a merge field. Returns `null` for other conditions. */
function readCondition(instruction: string): WordCondition | null {
  const [left, sign = '', right, yes, no] = [...instruction.matchAll(conditionToken)]
    .slice(1)
    .map(([token, straight, curly]) => straight ?? curly ?? token)
  const value = right ?? ''
  const signs: Record<string, WordCondition['sign']> = {
    '<>': '!=',
    '=': '=',
    '<': '<',
    '>': '>',
    '<=': '<=',
    '>=': '>=',
  }
  const isSimple = left === fieldCharacter && signs[sign] && !/[*?]/.test(value)
  return isSimple ? { sign: signs[sign] ?? '=', value, yes: toBranch(yes), no: toBranch(no) } : null
}

/** Returns the text of a branch; empty if the instruction has a switch such as `\* MERGEFORMAT` instead. */
const toBranch = (text = '') => (text.startsWith('\\') ? '' : text)

/** Returns an instruction with the names of its fields and without switches: `= «canon» * 0,19`. */
export function describeInstruction(instruction: string, inner: readonly FieldSource[] = []): string {
  let index = 0
  return instruction
    .slice(0, maxInstruction)
    .replaceAll(fieldCharacter, () => `«${inner[index++]?.name ?? ''}»`)
    .replace(/ \\[*#@!] *(?:"[^"]*"|\S+)/g, '')
}

/** Field whose end has not been reached yet. */
export interface OpenField {
  instruction: string
  data: XmlElement | undefined
  /** Fields of the format in the instruction. */
  inner: FieldSource[]
  conversion: FieldConversion | null
  result: string
  /** Text that is not converted, so that it is reported. */
  dropped: string
}
