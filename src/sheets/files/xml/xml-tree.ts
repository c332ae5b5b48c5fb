import { decodeUtf8 } from '../bytes.ts'
import { FileReadError } from '../file-read-error.ts'
import { parseXmlPart, type ZipReader } from '../zip/zip-reader.ts'
import type { XmlHandler } from './xml-parser.ts'
import { decodeXmlEntities, type XmlTag } from './xml-tag.ts'

/** XML element. Names have no namespace prefix. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Text directly inside the element, without the text of child elements. */
  text: string
}

/** Maximum number of elements; a document of 300 pages has about 200,000. */
const maxElements = 700_000
/** Maximum nesting depth; prevents stack overflows in recursive readers. */
const maxDepth = 250
const skippedElements = new Set(['latentStyles', 'binData', 'fldData'])

class TreeBuilder implements XmlHandler {
  readonly root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  readonly #open = [this.root]
  #count = 0
  #skipped = 0

  open(name: string, tag: XmlTag): void {
    if (this.#skipped > 0 || skippedElements.has(name) || this.#isRepeated(name)) {
      this.#skipped++
      return
    }
    if (++this.#count > maxElements) throw new FileReadError('file.expands')
    if (this.#open.length > maxDepth) throw new FileReadError('file.damaged')
    const element: XmlElement = { name, attributes: tag.attributes(), children: [], text: '' }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  /** Returns whether an element is a `Fallback`, which repeats its sibling `Choice` for older versions of Word. */
  #isRepeated(name: string): boolean {
    return name === 'Fallback' && this.#open.at(-1)?.children[0]?.name === 'Choice'
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (this.#open.length < 2 || this.#open.pop()?.name !== name) throw new FileReadError('file.damaged')
  }

  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    const top = this.#open.at(-1)
    if (!top || this.#skipped > 0) return
    const text = decodeUtf8(bytes, from, to)
    top.text += literal ? text : decodeXmlEntities(text)
  }

  get isComplete(): boolean {
    return this.#open.length === 1
  }
}

/** Parses one XML part of an archive and returns its root element. Large parts, such as sheets, are read by a handler. */
export async function readXmlTree(zip: ZipReader, path: string): Promise<XmlElement> {
  const builder = new TreeBuilder()
  await parseXmlPart(zip, path, builder)
  const root = builder.root.children[0]
  if (!root || !builder.isComplete) throw new FileReadError('file.damaged')
  return root
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** Returns all descendants with this name in document order. Does not search inside matching elements. */
export function findDescendants(element: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of element.children)
    if (child.name === name) found.push(child)
    else findDescendants(child, name, found)
  return found
}

export function getChildValue(element: XmlElement | undefined, name: string): string | undefined {
  return findChild(element, name)?.attributes.val
}

/** Returns the value of an on/off property: `<w:b/>` → true, `<w:b w:val="0"/>` → false, absent → `undefined`. */
export function getToggleValue(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = findChild(element, name)
  return found && !['0', 'false', 'off', 'none'].includes(found.attributes.val ?? '1')
}
