import { addMetadata, computeFileId } from './metadata.ts'
import { encodePdfString, type PdfFile, pdfHeader } from './pdf-file.ts'

/** Output buffer size in characters. */
const bufferSize = 65_536
/** Maximum total length of the shared objects, in characters. Objects of later documents are written again. */
const maxSharedLength = 16_777_216

export interface PdfMergeOptions {
  title: string
  author: string
  /** `YYYY-MM-DD` */
  date: string
  /** True for two-sided printing. Each document then starts on an odd page. */
  twoSided: boolean
}

/** Writes a PDF that joins several documents, as a stream. */
export interface PdfMerger {
  /** Adds a document with a bookmark `name`. Returns false if the file is not a PDF of this application. */
  add(file: string, name: string): boolean
  end(): void
}

/**
 * Joins PDF files of this application into one, without their seals; passes the output to `write` in chunks. Copies page content unchanged,
 * and writes objects that documents share (fonts, logo, watermark) only once. Keeps the structure tags for
 * accessibility. Each document gets a bookmark.
 */
export function mergePdfs(joining: PdfMergeOptions, write: (piece: string) => void): PdfMerger {
  const out = createOutput(write)
  const [catalog, tree, structure, outline] = [out.reserve(), out.reserve(), out.reserve(), out.reserve()]
  const shared = new Map<string, number>()
  let remembered = 0
  let language = ''
  let isStandard = true
  let keys = 0
  let lastPage = ''
  const pages: number[] = []
  const roots: number[] = []
  const parents: string[] = []
  const marks: { name: string; page: number }[] = []

  function share(object: string): number {
    const known = shared.get(object)
    if (known) return known
    const number = out.put(out.reserve(), object)
    remembered += object.length
    if (remembered < maxSharedLength) shared.set(object, number)
    return number
  }

  function add(file: string, name: string): boolean {
    const source = parseGeneratedPdf(file)
    if (!source) return false
    if (joining.twoSided && pages.length % 2) pages.push(out.put(out.reserve(), createBlankPage(tree, lastPage)))
    const first = pages.length
    const numbers = new Map([
      [source.tree, tree],
      [source.structure, structure],
    ])
    const due: number[] = []
    const numberOf = (old: number): number => {
      const known = numbers.get(old)
      if (known) return known
      const isOwn = source.own.has(old) || treeObjectPattern.test(source.objects[old] ?? '')
      const number = isOwn ? out.reserve() : share(renumberReferences(source.objects[old] ?? '', numberOf))
      if (isOwn) due.push(old)
      numbers.set(old, number)
      return number
    }
    pages.push(...source.pages.map(numberOf))
    roots.push(...listReferences(source.roots).map(numberOf))
    // The list grows during the loop, because `numberOf` appends to `due`.
    for (const old of due) {
      const object = renumberReferences(source.objects[old] ?? '', numberOf)
      out.put(
        numberOf(old),
        object.replace(/\/(StructParents?) (\d+)/g, (_, key, n) => `/${key} ${keys + Number(n)}`),
      )
    }
    for (const [, key, value = ''] of source.parents.matchAll(/(\d+) ?(\[[^\]]*\]|\d+ 0 R)/g))
      parents.push(`${keys + Number(key)} ${out.put(out.reserve(), renumberReferences(value, numberOf))} 0 R`)
    keys += source.nextKey
    language ||= source.language
    isStandard &&= source.isStandard
    lastPage = source.objects[source.pages.at(-1) ?? 0] ?? ''
    marks.push({ name, page: pages[first] ?? 0 })
    return true
  }

  function end() {
    out.put(tree, `<</Type/Pages/Kids[${formatReferences(pages)}]/Count ${pages.length}>>`)
    const parentTree = out.put(out.reserve(), `<</Nums[${parents.join('\n')}]>>`)
    out.put(
      structure,
      `<</Type/StructTreeRoot/K[${formatReferences(roots)}]/ParentTree ${parentTree} 0 R/ParentTreeNextKey ${keys}>>`,
    )
    const items = marks.map(() => out.reserve())
    marks.forEach(({ name, page }, index) => {
      const before = index ? `/Prev ${items[index - 1]} 0 R` : ''
      const after = items[index + 1] ? `/Next ${items[index + 1]} 0 R` : ''
      out.put(
        items[index] ?? 0,
        `<</Title${encodePdfString(name)}/Parent ${outline} 0 R${before}${after}/Dest[${page} 0 R/Fit]>>`,
      )
    })
    out.put(outline, `<</Type/Outlines/First ${items[0]} 0 R/Last ${items.at(-1)} 0 R/Count ${items.length}>>`)
    const beside: PdfFile = { objects: [] }
    const said = isStandard ? addMetadata(beside, joining) : ''
    const places = beside.objects.map((object) => out.put(out.reserve(), object))
    const metadata = renumberReferences(said, (old) => places[old - 1] ?? 0)
    const reading = `/Lang${language}/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>`
    out.put(
      catalog,
      `<</Type/Catalog/Pages ${tree} 0 R/Outlines ${outline} 0 R/PageMode/UseOutlines${reading}${metadata}>>`,
    )
    const by = '/Creator(Formatos preeliminares)/Producer(Formatos preeliminares)'
    const created = `/CreationDate(D:${joining.date.replace(/-/g, '')}000000Z)`
    const info = out.put(
      out.reserve(),
      `<</Title${encodePdfString(joining.title)}/Author${encodePdfString(joining.author)}${by}${created}>>`,
    )
    const identity = computeFileId(joining, [String(keys), ...marks.map(({ name }) => name)])
    out.end(`/Root ${catalog} 0 R/Info ${info} 0 R/ID[${identity}]`)
  }

  return { add, end }
}

/** Returns a blank page for the back of a sheet, in the size of the page `before`. */
function createBlankPage(tree: number, before: string): string {
  const box = /\/MediaBox\[[^\]]*\]/.exec(before)?.[0] ?? '/MediaBox[0 0 612 792]'
  return `<</Type/Page/Parent ${tree} 0 R${box}/Resources<<>>>>`
}

/** Returns whether a file starts with this application's PDF header. */
export const isGeneratedPdf = (start: string) => start.startsWith(pdfHeader.text)

interface ParsedPdf {
  objects: string[]
  tree: number
  structure: number
  pages: number[]
  /** Object numbers of pages and content streams, which are never shared between documents. */
  own: Set<number>
  roots: string
  parents: string
  nextKey: number
  language: string
  isStandard: boolean
}

/** Parses a PDF that any version of this application has generated. Returns `undefined` for other files. */
function parseGeneratedPdf(file: string): ParsedPdf | undefined {
  if (!isGeneratedPdf(file)) return undefined
  const body = file.slice(pdfHeader.text.length)
  // A sealed file names the table of the document without seal.
  const [, unsealed, last] = /(?:\/Prev (\d+)>>\n)?startxref\n(\d+)\n%%EOF\n$/.exec(body.slice(-60)) ?? []
  const table = Number(unsealed ?? last) - pdfHeader.bytes
  const [start = '', count] = /^xref\n0 (\d+)\n/.exec(body.slice(table, table + 20)) ?? []
  const root = Number(/\/Root (\d+) 0 R/.exec(body.slice(table + start.length + 20 * Number(count)))?.[1])
  if (!root) return undefined
  const at = (number: number) => {
    const line = table + start.length + 20 * number
    return number < Number(count) ? Number(body.slice(line, line + 10)) - pdfHeader.bytes : table
  }
  const objects = ['']
  for (let number = 1; number < Number(count); number++) {
    const opening = `${number} 0 obj\n`
    const whole = body.slice(at(number), at(number + 1))
    if (!whole.startsWith(opening) || !whole.endsWith('\nendobj\n')) return undefined
    objects.push(whole.slice(opening.length, -8))
  }
  const catalog = objects[root] ?? ''
  const tree = findReference(catalog, 'Pages')
  const structure = findReference(catalog, 'StructTreeRoot')
  const elements = objects[structure] ?? ''
  const pages = listReferences(/\/Kids\[([^\]]*)\]/.exec(objects[tree] ?? '')?.[1] ?? '')
  const roots = /\/K(\[[^\]]*\]| \d+ 0 R)/.exec(elements)?.[1]
  if (!pages.length || !roots) return undefined
  return {
    objects,
    tree,
    structure,
    pages,
    own: new Set(pages.flatMap((page) => [page, findReference(objects[page] ?? '', 'Contents')])),
    roots,
    parents: objects[findReference(elements, 'ParentTree')] ?? '',
    nextKey: Number(/\/ParentTreeNextKey (\d+)/.exec(elements)?.[1] ?? pages.length),
    language: /\/Lang(\([^)]*\))/.exec(catalog)?.[1] ?? '(es)',
    isStandard: catalog.includes('/OutputIntents') && catalog.includes('/Metadata'),
  }
}

/** Matches structure elements and annotations, which refer to a parent or page. */
const treeObjectPattern = /^<<[^>]*\/P \d+ 0 R/

const findReference = (object: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(object)?.[1] ?? 0)

const listReferences = (list: string) => [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))

const formatReferences = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join('\n')

/** Replaces the object numbers in the references of an object. Leaves strings and stream data unchanged. */
function renumberReferences(object: string, numberOf: (old: number) => number): string {
  const end = object.endsWith('\nendstream') ? object.indexOf('>>\nstream\n') : object.length
  const entries = object
    .slice(0, end)
    .replace(/\((?:[^\\()]|\\.)*\)|(\d+) 0 R/g, (all, old) => (old ? `${numberOf(Number(old))} 0 R` : all))
  return entries + object.slice(end)
}

function createOutput(write: (piece: string) => void) {
  const places: number[] = [0]
  let gathered: string[] = []
  let length = 0
  let size: number = pdfHeader.bytes
  write(pdfHeader.text)
  function say(text: string) {
    gathered.push(text)
    length += text.length
    size += text.length
    if (length > bufferSize) flush()
  }
  function flush() {
    write(gathered.join(''))
    gathered = []
    length = 0
  }
  return {
    reserve: () => places.push(0) - 1,
    put(number: number, object: string): number {
      places[number] = size
      say(`${number} 0 obj\n${object}\nendobj\n`)
      return number
    },
    end(trailer: string) {
      const start = size
      say(`xref\n0 ${places.length}\n0000000000 65535 f \n`)
      for (const place of places.slice(1)) say(`${String(place).padStart(10, '0')} 00000 n \n`)
      say(`trailer\n<</Size ${places.length}${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
      flush()
    },
  }
}
