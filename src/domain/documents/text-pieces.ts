import type { TextRun } from './blocks.ts'
import type { TextPiece } from './expand.ts'

/** Returns the visible pieces of a line and its style tags. Removes spaces at the start and end. */
export function getVisibleTextPieces({ pieces }: { pieces: readonly TextPiece[] }): TextPiece[] {
  return trimTextPieces(pieces.filter((piece) => piece.text || piece.missing !== undefined || piece.toggles))
}

export function isVisibleTextPiece(piece: TextPiece) {
  return piece.text.trim() !== '' || piece.missing !== undefined || piece.tab !== undefined
}

export function trimTextPieces(line: readonly TextPiece[]): TextPiece[] {
  return line.map((piece, index) => {
    if (!piece.literal || (index > 0 && index < line.length - 1)) return piece
    const text = index === 0 ? piece.text.trimStart() : piece.text
    return { text: index === line.length - 1 ? text.trimEnd() : text, literal: true }
  })
}

type TextStyle = Pick<TextRun, 'italic' | 'underline'>

/** Converts pieces to text runs: `**` is bold, `{{*}}` italic, `{{_}}` underlined. An unpaired `**` is text. */
export function toTextRuns(line: readonly TextPiece[]): TextRun[] {
  const marks = line.reduce((sum, { literal, text }) => sum + (literal ? text.split('**').length - 1 : 0), 0)
  let left = marks - (marks % 2)
  let bold = false
  const toggles = { italic: countPaired(line, 'italic'), underline: countPaired(line, 'underline') }
  let style: TextStyle = {}
  const runs: TextRun[] = []
  // Uses an index, because goja allocates an object per iteration of any other loop.
  for (let at = 0; at < line.length; at++) {
    const { text, literal, key, missing, toggles: toggled, tab } = line[at] as TextPiece
    if (toggled && toggles[toggled]-- > 0) style = toggle(style, toggled)
    if (tab) runs.push({ text, bold, tab })
    else if (!literal) {
      if (missing !== undefined) runs.push({ text, bold, ...style, key, missing })
      else if (text) runs.push({ text, bold, ...style, key })
    } else if (!marks) {
      if (text) runs.push({ text, bold, ...style })
    } else
      text.split('**').forEach((part, index) => {
        const paired = index > 0 && left > 0
        if (paired) {
          bold = !bold
          left--
        }
        const said = index > 0 && !paired ? `**${part}` : part
        if (said) runs.push({ text: said, bold, ...style })
      })
  }
  return runs
}

function countPaired(line: readonly TextPiece[], name: 'italic' | 'underline'): number {
  const count = line.filter(({ toggles }) => toggles === name).length
  return count - (count % 2)
}

function toggle(style: TextStyle, name: 'italic' | 'underline'): TextStyle {
  const { [name]: isOn, ...rest } = style
  return isOn ? rest : { ...rest, [name]: true }
}
