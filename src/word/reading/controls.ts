import { normalizeLine } from '../../domain/text/text.ts'
import { removeInvalidCharacters } from '../../domain/text/valid-characters.ts'
import { findChild, findChildren, getChildValue, type XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import type { FieldSource } from './word-blocks.ts'

/** Maximum number of options of a field, as in `columnSchema`. */
const maxOptions = 500

/** Conversion of a content control: to a field of the format, to its content, or not at all. */
export type ControlRole = { is: 'field'; source: FieldSource } | { is: 'content' | 'contents' | 'image' }

/** Returns how to convert a content control, by its properties. */
export function getControlRole(properties: XmlElement | undefined): ControlRole {
  const name = (getChildValue(properties, 'alias') ?? getChildValue(properties, 'tag') ?? '').trim()
  const field = (kind: FieldSource['kind'], options: string[] = []): ControlRole => ({
    is: 'field',
    source: { name, kind, options },
  })
  const parts = findChild(properties, 'docPartObj') ?? findChild(properties, 'docPartList')
  if (parts) return { is: /contents/i.test(getChildValue(parts, 'docPartGallery') ?? '') ? 'contents' : 'content' }
  if (findChild(properties, 'picture')) return { is: 'image' }
  if (findChild(properties, 'date')) return field('date')
  const list = findChild(properties, 'dropDownList') ?? findChild(properties, 'comboBox')
  if (list) return field('choice', readOptions(list))
  if (findChild(properties, 'checkbox')) return field('checkbox')
  const text = findChild(properties, 'text')
  if (text) return field(text.attributes.multiLine === '1' ? 'longText' : 'text')
  const isEmpty = findChild(properties, 'showingPlcHdr') !== undefined
  return name || isEmpty ? field('text') : { is: 'content' }
}

/** Returns the options of a drop-down list. Skips Word's prompt «Elija un elemento», which has no value. */
function readOptions(list: XmlElement): string[] {
  const options = findChildren(list, 'listItem').flatMap(({ attributes: { displayText, value } }) =>
    value === '' || (value === undefined && displayText === undefined) ? [] : [displayText ?? value ?? ''],
  )
  return cleanOptions(options)
}

/** Returns valid options of a field, each once. An option has no `;` and `|`, which separate options in sheets. */
function cleanOptions(options: readonly string[]): string[] {
  const clean = options.map((option) =>
    normalizeLine(removeInvalidCharacters(option.replace(/[;|]/g, ',')))
      .slice(0, 200)
      .trim(),
  )
  return [...new Set(clean.filter(Boolean))].slice(0, maxOptions)
}

const formTextKinds: Record<string, FieldSource['kind']> = {
  date: 'date',
  currentDate: 'date',
  number: 'number',
  calculated: 'number',
}

/** Reads the settings of a legacy form field (FORMTEXT, FORMCHECKBOX, FORMDROPDOWN). */
export function readFormField(data: XmlElement | undefined, instruction: string): FieldSource {
  const given = (getChildValue(data, 'statusText') ?? getChildValue(data, 'name') ?? '').trim()
  // Drops the names that Word assigns: «Texto1», «Casilla2», «Check1».
  const name = /^(texto|text|casilla|check|listadesplegable|dropdown|marcar)\d+$/i.test(given) ? '' : given
  if (instruction === 'FORMCHECKBOX') return { name, kind: 'checkbox', options: [] }
  const list = findChild(data, 'ddList')
  if (instruction === 'FORMDROPDOWN' || list) {
    const options = findChildren(list, 'listEntry').map(({ attributes }) => attributes.val ?? '')
    return { name, kind: 'choice', options: cleanOptions(options) }
  }
  const type = getChildValue(findChild(data, 'textInput'), 'type') ?? ''
  return { name, kind: formTextKinds[type] ?? 'text', options: [] }
}

export function isFormBoxChecked(data: XmlElement | undefined): boolean {
  const box = findChild(data, 'checkBox')
  const state = findChild(box, 'checked') ?? findChild(box, 'default')
  return state !== undefined && !['0', 'false'].includes(state.attributes.val ?? '1')
}

/** Returns the first argument of a Word field, e.g. the name of `MERGEFIELD "Nombre completo" \* MERGEFORMAT`. */
export function readFirstArgument(instruction: string): string {
  const match = /^\s*\w+\s+(?:"([^"]*)"|(\S+))/.exec(instruction)
  return (match?.[1] ?? match?.[2] ?? '').trim()
}
