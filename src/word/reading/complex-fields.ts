import { isFormBoxChecked, readFormField, readMergeFieldName } from './controls.ts'
import type { FieldSource } from './word-blocks.ts'
import type { XmlElement } from './xml-tree.ts'

/** Conversion of a Word field: to a field of the format, to plain text, or not at all. */
export type FieldConversion =
  | { is: 'field'; source: FieldSource; text?: string }
  | { is: 'print' }
  | { is: 'drop'; kind: 'contents' | 'computedField' | 'hidden' }

const printed: FieldConversion = { is: 'print' }
/** Word fields without visible content. */
const invisible = ['XE', 'TC', 'RD', 'SET', 'ASK', 'NEXT', 'NEXTIF', 'PRINT', 'MERGEREC', 'MERGESEQ']
/** Word fields with page numbers. Not converted, because every generated document already has page numbers. */
const pageNumbers = ['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'PAGEREF']

/** Returns how to convert a Word field, by its instruction, e.g. `MERGEFIELD Nombre \* MERGEFORMAT`. */
export function getFieldConversion(instruction: string, data?: XmlElement): FieldConversion {
  const name = /^\s*([A-Za-z]+)/.exec(instruction)?.[1]?.toUpperCase() ?? ''
  if (name === 'MERGEFIELD')
    return { is: 'field', source: { name: readMergeFieldName(instruction), kind: 'text', options: [] } }
  if (name === 'FORMCHECKBOX')
    return { is: 'field', source: readFormField(data, name), text: isFormBoxChecked(data) ? '☒' : '☐' }
  if (name === 'FORMTEXT' || name === 'FORMDROPDOWN') return { is: 'field', source: readFormField(data, name) }
  if (name === 'TOC' || name === 'INDEX' || name === 'TOA') return { is: 'drop', kind: 'contents' }
  if (pageNumbers.includes(name)) return { is: 'drop', kind: 'computedField' }
  return invisible.includes(name) ? { is: 'drop', kind: 'hidden' } : printed
}

/** Field whose end has not been reached yet. */
export interface OpenField {
  instruction: string
  data: XmlElement | undefined
  conversion: FieldConversion | null
  result: string
  /** Text that is not converted, so that it is reported. */
  dropped: string
}
