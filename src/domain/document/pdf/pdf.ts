import type { DocumentModel } from '../document.ts'
import { type Lacking, type LaidDocument, layOut } from '../layout/layout.ts'
import { numberLabel } from '../layout/running.ts'
import type { Logo } from '../logo.ts'
import { pageContent, type Used } from './content.ts'
import { add, assemble, type File, head, putObject, reserve, stream, textString } from './file.ts'
import { addFont, type FontOf } from './fonts.ts'
import { addMetadata, identityOf } from './metadata.ts'
import { addStructure } from './structure.ts'

/** A file, of no use unless `lacking` is empty. */
export interface Pdf {
  /** All of it. To join both parts takes the server's engine as long as to lay out the page: it has a way of its own. */
  readonly text: string
  /** All but its head, in ASCII. */
  body: string
  lacking: Lacking[]
}

/** Writes a document as PDF/A-2a and PDF/UA-1. The same model gives the same bytes. */
export function toPdf(model: DocumentModel, fontOf: FontOf): Pdf {
  const laid = layOut(model)
  const body = write(model, laid, fontOf)
  return {
    get text() {
      return head.text + body
    },
    body,
    lacking: laid.lacking,
  }
}

function write(model: DocumentModel, { frame, pages, tags }: LaidDocument, fontOf: FontOf): string {
  const file: File = { objects: [] }
  const catalog = reserve(file)
  const tree = reserve(file)
  const used: Used = { fonts: new Set(), images: new Map(), shapes: new Map() }
  const contents = pages.map((page) => pageContent(page, used))
  const resources = addResources(file, used, fontOf)
  const box = `[0 0 ${frame.width} ${frame.height}]`
  const numbers = contents.map((content, index) => {
    const body = add(file, stream(content))
    return add(
      file,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources ${resources} 0 R/Contents ${body} 0 R/StructParents ${index}/Tabs/S>>`,
    )
  })
  putObject(
    file,
    tree,
    `<</Type/Pages/Kids[${numbers.map((page) => `${page} 0 R`).join(' ')}]/Count ${numbers.length}>>`,
  )
  const structure = addStructure(file, tags, pages, numbers)
  const said = {
    title: `${model.format.name} · ${numberLabel(model)}`,
    author: model.organisation.name,
    date: model.date,
  }
  putObject(
    file,
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-${model.page.country})/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>${addMetadata(file, said)}>>`,
  )
  const by = '/Creator(Formatos preeliminares)/Producer(Formatos preeliminares)'
  const created = `/CreationDate(D:${model.date.replace(/-/g, '')}000000Z)`
  const info = add(file, `<</Title${textString(said.title)}/Author${textString(said.author)}${by}${created}>>`)
  return assemble(file, `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${identityOf(said, contents)}]`)
}

function addResources(file: File, { fonts, images, shapes }: Used, fontOf: FontOf): number {
  const named = (names: Iterable<[string, number]>) =>
    [...names].map(([name, object]) => `/${name} ${object} 0 R`).join('')
  const letters = [...fonts].sort().map((name): [string, number] => [name, addFont(file, fontOf(name))])
  const forms = [...shapes].map(([operators, name]): [string, number] => [name, addShape(file, operators)])
  const pictures = [...images].map(([image, name]): [string, number] => [name, addImage(file, image)])
  return add(file, `<</Font<<${named(letters)}>>/XObject<<${named([...forms, ...pictures])}>>>>`)
}

/** In units of its own, wherever they lie. */
function addShape(file: File, operators: string): number {
  const box = '/BBox[-9999 -9999 9999 9999]'
  return add(file, stream(`${operators} f*`, `/Type/XObject/Subtype/Form${box}/Resources<<>>`))
}

function addImage(file: File, { width, height, pdf, data, mask }: Logo): number {
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`
  const seen = mask ? `/SMask ${add(file, stream(mask.data, head + mask.pdf))} 0 R` : ''
  return add(file, stream(data, head + pdf + seen))
}
