import type { Block, Run } from '../blocks.ts'
import type { DocumentModel } from '../document.ts'
import { add, assemble, type File, putObject, reserve, stream } from './file.ts'
import { addFont, type FontOf } from './fonts.ts'
import { placeLetterhead } from './letterhead.ts'
import { layList } from './list.ts'
import { addMetadata, identityOf } from './metadata.ts'
import { fontsIn, newPage, type Pages, paper, type Tag } from './page.ts'
import { decorateSheet, numberLabel } from './running.ts'
import { laySignatures } from './signatures.ts'
import { addStructure } from './structure.ts'
import { layTable } from './table.ts'
import { type Laid, layText } from './text.ts'
import { watermark } from './watermark.ts'
import { textString, written } from './written.ts'

/** A character that the documents' letters lack. */
export interface Lacking {
  character: string
  /** The field whose value has it, or null when it stands in the format or in the organisation's name. */
  key: string | null
  text: string
}

export interface Pdf {
  /** The file, in ASCII but for the mark in its second line. Of no use unless `lacking` is empty. */
  text: string
  lacking: Lacking[]
}

/** Writes a document as PDF/A-2a and PDF/UA-1. The same model gives the same bytes. */
export function toPdf(model: DocumentModel, fontOf: FontOf): Pdf {
  const lacking: Lacking[] = []
  const encoded = (text: string, run?: Run) =>
    written(text, (character) => lacking.push({ character, key: run?.key ?? null, text }))

  const pages: Pages = { sheets: [], y: 0 }
  newPage(pages)
  const tags = placeLetterhead(pages, model, encoded)
  tags.push(...flow(pages, model.blocks, encoded))
  pages.sheets.forEach((sheet, index) => {
    decorateSheet(sheet, model, index + 1, pages.sheets.length, encoded)
  })
  return { text: write(model, pages, tags, fontOf), lacking }
}

type Encoded = (text: string, run?: Run) => string

function layBlock(block: Exclude<Block, { kind: 'page' }>, encoded: Encoded): Laid {
  if (block.kind === 'table') return layTable(block, encoded)
  if (block.kind === 'list') return layList(block, encoded)
  return block.kind === 'signatures' ? laySignatures(block, encoded) : layText(block, encoded)
}

/** Sets the blocks one after the other, over as many pages as they need. */
function flow(pages: Pages, blocks: readonly Block[], encoded: Encoded): Tag[] {
  const laid = blocks.map((block) => (block.kind === 'page' ? null : layBlock(block, encoded)))
  let after = 0
  return laid.flatMap((block, index) => {
    if (!block) {
      if (pages.y < paper.top) newPage(pages)
      return []
    }
    const gap = pages.y === paper.top ? 0 : Math.max(after, block.before)
    if (pages.y - gap - needed(blocks, laid, index) < paper.bottom) newPage(pages)
    else pages.y -= gap
    after = block.after
    const next = blocks[index + 1]?.kind === 'signatures' ? laid[index + 1] : undefined
    return [block.place(pages, next ? Math.max(after, next.before) + next.lead : 0)]
  })
}

/** A signature does not stand alone on its page: the last blocks, when they are short, stay together. */
const closing = 3

/** What has to fit: a heading brings along the beginning of what follows it, and the first of what stays together all of it. */
function needed(blocks: readonly Block[], laid: readonly (Laid | null)[], index: number): number {
  const block = laid[index]
  const next = laid[index + 1]
  if (!block) return 0
  const { together } = blocks[index] ?? {}
  const goesOn = together !== undefined && blocks[index + 1]?.together === together
  const own = together === undefined ? block.lead : Math.min(block.height, paper.top - paper.bottom)
  const stays = goesOn || block.keepsNext || (block.isShort && index >= laid.length - closing)
  return stays && next ? own + Math.max(block.after, next.before) + needed(blocks, laid, index + 1) : own
}

function write(model: DocumentModel, { sheets }: Pages, tags: readonly Tag[], fontOf: FontOf): string {
  const file: File = { objects: [] }
  const catalog = reserve(file)
  const tree = reserve(file)
  const mark = '/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n/Mark Do\nEMC'
  const bodies = sheets.map(({ content }) => [mark, ...content].join('\n'))
  const fonts = fontsIn(bodies).map((name) => `/${name} ${addFont(file, fontOf(name))} 0 R`)
  const box = `[0 0 ${paper.width} ${paper.height}]`
  const forms = [`/Mark ${add(file, stream(watermark, `/Type/XObject/Subtype/Form/BBox${box}/Resources<<>>`))} 0 R`]
  const { logo } = model.organisation
  if (logo) {
    const entries = `/Type/XObject/Subtype/Image/Width ${logo.width}/Height ${logo.height}${logo.pdf}`
    forms.push(`/Logo ${add(file, stream(logo.data, entries))} 0 R`)
  }
  const resources = add(file, `<</Font<<${fonts.join('')}>>/XObject<<${forms.join('')}>>>>`)
  const pages = bodies.map((body, index) => {
    const contents = add(file, stream(body))
    return add(
      file,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources ${resources} 0 R/Contents ${contents} 0 R/StructParents ${index}/Tabs/S>>`,
    )
  })
  putObject(file, tree, `<</Type/Pages/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]/Count ${pages.length}>>`)
  const structure = addStructure(file, tags, sheets, pages)
  const said = {
    title: `${model.format.name} · ${numberLabel(model)}`,
    author: model.organisation.name,
    date: model.date,
  }
  putObject(
    file,
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-CO)/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>${addMetadata(file, said)}>>`,
  )
  const by = '/Creator(Formatos preeliminares)/Producer(Formatos preeliminares)'
  const created = `/CreationDate(D:${model.date.replace(/-/g, '')}000000Z)`
  const info = add(file, `<</Title${textString(said.title)}/Author${textString(said.author)}${by}${created}>>`)
  return assemble(file, `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${identityOf(said, bodies)}]`)
}
