import { type Approved, approvalSentence } from '../approval.ts'
import { checkAddress, placeToCheck, scannedAddress } from '../check-code.ts'
import { type CheckedAt, wording } from '../document.ts'
import { qrOf } from '../qr/qr.ts'
import { breakLines, type Line } from './lines.ts'
import { decorate, grey, ink, lastPage, mark, markFigure, type Pages, setLines, type Tag } from './page.ts'
import type { Laid, Setting } from './text.ts'
import { lackingIn } from './written.ts'

/** Side of a QR module in points: an integer, so that all modules have equal size even at 72 dpi. */
const module = 2
/** Quiet zone of four modules between the QR code and the text above, in points. */
const quiet = 8
const size = 8.5
const leading = 12
/** Placeholder with the length of a real code. */
const noCode = '0000-0000-0000'
/** Usual number of text lines beside the QR code; a preview reserves the same height. */
const usualLines = 5

/**
 * Lays out the verification section at the foot of the last page: QR code, code and approval.
 * Other pages need no space for it, because every footer prints the code as text. A preview has no code but reserves
 * the same height.
 */
export function layCheck(check: CheckedAt, approval: Approved | null, setting: Setting): Laid {
  const { code, site } = check
  const address = encodeURI(checkAddress(site, code))
  const qr = qrOf(scannedAddress(site, code || noCode))
  const side = (qr?.size ?? 0) * module
  const x = side ? side + 14 : 0
  const lines = linesOf(check, approval, setting, setting.measure - x)
  const height = Math.max(side, Math.max(lines.length, usualLines) * leading)
  return {
    before: 12,
    after: 0,
    lead: height + quiet,
    height: height + quiet,
    keepsNext: false,
    isShort: true,
    place(pages) {
      const { left, bottom } = pages.frame
      const text = { x: left + x, y: bottom + height - 9, size, leading, colour: grey }
      const tag: Tag = { name: 'Sect', kids: [] }
      if (qr && code) tag.kids.push(picture(pages, qr.path, side, `${wording.check.picture} ${address}`))
      else if (qr) frame(pages, side)
      const said: Tag = { name: 'P', kids: [] }
      mark(pages, said, setLines(lines, text))
      tag.kids.push(said)
      pages.y = bottom
      return tag
    },
  }
}

function linesOf(
  { code, site }: CheckedAt,
  approval: Approved | null,
  { write }: Setting,
  room: number,
): readonly Line[] {
  const width = (room * 1000) / size
  const plain = (text: string) => breakLines([{ text: write(text), style: 'regular', whole: false }], { width })
  const bold = (text: string) => breakLines([{ text: write(text), style: 'bold', whole: true }], { width })
  if (!code) return plain(wording.check.preview)
  return [
    ...bold(wording.check.title),
    ...plain(`${wording.check.how} ${placeToCheck(site)}`),
    ...bold(code),
    ...(approval ? plain(approvalSentence(writable(approval))) : []),
  ]
}

/**
 * Replaces an approver name with unsupported characters by a generic term, because the font error would block the
 * document.
 */
function writable(approval: Approved): Approved {
  return lackingIn(approval.by).length ? { ...approval, by: 'una persona autorizada' } : approval
}

/** Draws the QR code at integer coordinates, so that its edges are sharp. */
function picture(pages: Pages, operators: string, side: number, alt: string): Tag {
  const { left, bottom } = pages.frame
  const [x, y] = [Math.round(left), Math.round(bottom)]
  const box = [x, y, x + side, y + side]
  return markFigure(pages, alt, box, [{ kind: 'path', operators, matrix: [module, 0, 0, module, x, y], colour: ink }])
}

function frame(pages: Pages, side: number) {
  const { left, bottom } = pages.frame
  const box = { kind: 'box', x: left, y: bottom, width: side, height: side, thickness: 0.6, colour: 0.6 } as const
  decorate(lastPage(pages), [box])
}
