import { type ApprovalDetails, formatApproval } from '../approval.ts'
import { documentTexts, type VerificationInfo } from '../document.ts'
import { encodeQrCode } from '../qr/qr.ts'
import { formatVerificationAddress, getQrUrl, getVerificationUrl } from '../verification-code.ts'
import { breakLines } from './lines.ts'
import {
  addArtifact,
  addFigure,
  addTaggedContent,
  getLastPage,
  greyColour,
  inkColour,
  type PageFlow,
  type StructureTag,
} from './page-flow.ts'
import { findUnsupportedCharacters } from './supported-characters.ts'
import type { LayoutBlock, LayoutSettings } from './text.ts'
import { toTextItems } from './text-items.ts'
import type { TextLine } from './text-line.ts'

/** Side of a QR module in points. An integer, so that all modules have the same size even at 72 dpi. */
const module = 2
/** Quiet zone of four modules between the QR code and the text above, in points. */
const quietZone = 8
const size = 8.5
const leading = 12
/** Placeholder for previews, as long as a verification code. */
const noCode = '0000-0000-0000'
/** Usual number of text lines beside the QR code. Previews reserve the space of this number of lines. */
const usualLines = 5

/** Lays out the verification section: QR code, code and approval. A preview has no code but reserves the same height. */
export function layoutVerificationBlock(
  check: VerificationInfo,
  approval: ApprovalDetails | null,
  setting: LayoutSettings,
): LayoutBlock {
  const { code, site } = check
  const address = encodeURI(getVerificationUrl(site, code))
  const qr = encodeQrCode(getQrUrl(site, code || noCode))
  const side = (qr?.size ?? 0) * module
  const x = side ? side + 14 : 0
  const lines = createLines(check, approval, setting, setting.measure - x)
  const height = Math.max(side, Math.max(lines.length, usualLines) * leading)
  return {
    before: 12,
    after: 0,
    lead: height + quietZone,
    height: height + quietZone,
    keepsNext: false,
    isShort: true,
    place(pages) {
      const { left, bottom } = pages.frame
      const text = { x: left + x, y: bottom + height - 9, size, leading, colour: greyColour }
      const tag: StructureTag = { name: 'Sect', kids: [] }
      if (qr && code) tag.kids.push(placeQrCode(pages, qr.path, side, `${documentTexts.check.picture} ${address}`))
      else if (qr) drawPlaceholder(pages, side)
      const said: StructureTag = { name: 'P', kids: [] }
      addTaggedContent(pages, said, toTextItems(lines, text))
      tag.kids.push(said)
      pages.y = bottom
      return tag
    },
  }
}

function createLines(
  { code, site }: VerificationInfo,
  approval: ApprovalDetails | null,
  { write }: LayoutSettings,
  room: number,
): readonly TextLine[] {
  const width = (room * 1000) / size
  const plain = (text: string) => breakLines([{ text: write(text), style: 'regular', whole: false }], { width })
  const bold = (text: string) => breakLines([{ text: write(text), style: 'bold', whole: true }], { width })
  if (!code) return plain(documentTexts.check.preview)
  return [
    ...bold(documentTexts.check.title),
    ...plain(`${documentTexts.check.how} ${formatVerificationAddress(site)}`),
    ...bold(code),
    ...(approval ? plain(formatApproval(replaceUnsupportedName(approval))) : []),
  ]
}

/** Replaces the approver's name by a generic term if it has unsupported characters, because otherwise the document could not be generated. */
function replaceUnsupportedName(approval: ApprovalDetails): ApprovalDetails {
  return findUnsupportedCharacters(approval.by).length ? { ...approval, by: 'una persona autorizada' } : approval
}

/** Draws the QR code at integer coordinates, because its edges are then sharp. */
function placeQrCode(pages: PageFlow, operators: string, side: number, alt: string): StructureTag {
  const { left, bottom } = pages.frame
  const [x, y] = [Math.round(left), Math.round(bottom)]
  const box = [x, y, x + side, y + side]
  return addFigure(pages, alt, box, [
    { kind: 'path', operators, matrix: [module, 0, 0, module, x, y], colour: inkColour },
  ])
}

function drawPlaceholder(pages: PageFlow, side: number) {
  const { left, bottom } = pages.frame
  const box = { kind: 'box', x: left, y: bottom, width: side, height: side, thickness: 0.6, colour: 0.6 } as const
  addArtifact(getLastPage(pages), [box])
}
