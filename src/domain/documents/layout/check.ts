import { type Approved, approvalSentence } from '../approval.ts'
import { checkAddress, placeToCheck, scannedAddress } from '../check-code.ts'
import { type CheckedAt, wording } from '../document.ts'
import { qrOf } from '../qr/qr.ts'
import { breakLines, type Line } from './lines.ts'
import { decorate, grey, ink, lastPage, mark, markFigure, type Pages, setLines, type Tag } from './page.ts'
import type { Laid, Setting } from './text.ts'
import { lackingIn } from './written.ts'

/** Points: so each is as many dots on any screen and printer, and read from a picture of 72 dots an inch. */
const module = 2
/** Four modules of nothing have to be around the picture, also towards the text above. */
const quiet = 8
const size = 8.5
const leading = 12
/** As long as any code. */
const noCode = '0000-0000-0000'
/** Lines of most documents, for which a preview leaves room as well. */
const usualLines = 5

/**
 * How anybody checks the document and who approved it, at the foot of its last page: there it costs no other page its room, and each has the
 * code in its foot to be typed. A preview has no code yet and leaves as much room.
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

/** Leaves out a name that the letters of documents cannot write, so that the document is made all the same. */
function writable(approval: Approved): Approved {
  return lackingIn(approval.by).length ? { ...approval, by: 'una persona autorizada' } : approval
}

/** On whole points, so that its edges are sharp. */
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
