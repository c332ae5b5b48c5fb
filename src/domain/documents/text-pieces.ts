import type { TextRun } from './blocks.ts'
import type { ExpandedLine, TextPiece } from './expand.ts'

/** Returns the visible pieces of a line and its italics tags. Removes spaces at the start and end. */
export function getVisibleTextPieces(line: ExpandedLine): TextPiece[] {
  return trimTextPieces(line.pieces.filter((piece) => piece.text || piece.missing !== undefined || piece.isItalic))
}

export function isVisibleTextPiece(piece: TextPiece) {
  return piece.text.trim() !== '' || piece.missing !== undefined
}

export function trimTextPieces(line: readonly TextPiece[]): TextPiece[] {
  return line.map((piece, index) => {
    if (!piece.literal || (index > 0 && index < line.length - 1)) return piece
    const text = index === 0 ? piece.text.trimStart() : piece.text
    return { text: index === line.length - 1 ? text.trimEnd() : text, literal: true }
  })
}

/** Converts pieces to runs. `**` in template text starts and ends bold, `{{*}}` starts and ends italics. An unpaired `**` stays as text. */
export function toTextRuns(line: readonly TextPiece[]): TextRun[] {
  const marks = line.reduce((sum, { literal, text }) => sum + (literal ? text.split('**').length - 1 : 0), 0)
  let left = marks - (marks % 2)
  let bold = false
  let italics = line.filter(({ isItalic }) => isItalic).length
  italics -= italics % 2
  let italic: { italic?: true } = {}
  const runs: TextRun[] = []
  // Uses an index, because goja allocates an object per iteration of any other loop.
  for (let at = 0; at < line.length; at++) {
    const { text, literal, key, missing, isItalic } = line[at] as TextPiece
    if (isItalic && italics-- > 0) italic = italic.italic ? {} : { italic: true }
    if (!literal) {
      if (missing !== undefined) runs.push({ text, bold, ...italic, key, missing })
      else if (text) runs.push({ text, bold, ...italic, key })
      continue
    }
    if (!marks) {
      if (text) runs.push({ text, bold, ...italic })
      continue
    }
    text.split('**').forEach((part, index) => {
      const paired = index > 0 && left > 0
      if (paired) {
        bold = !bold
        left--
      }
      const said = index > 0 && !paired ? `**${part}` : part
      if (said) runs.push({ text: said, bold, ...italic })
    })
  }
  return runs
}
