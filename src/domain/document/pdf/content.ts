import type { FontStyle } from '../layout/metrics.ts'
import type { Colour, Item, LaidPage, MarkedGroup, PathItem, TextItem } from '../layout/page.ts'
import type { LaidRun } from '../layout/words.ts'
import type { Logo } from '../logo.ts'
import { piecesOf } from './file.ts'

/** What pages name: fonts, and pictures and shapes that stand in objects of their own. */
export interface Used {
  /** `R0` and `B0` are the first set of letters in regular and bold. */
  fonts: Set<string>
  images: Map<Logo, string>
  /** By their operators, which pages share. */
  shapes: Map<string, string>
}

const letters: Record<FontStyle, string> = { regular: 'R', bold: 'B', italic: 'I', boldItalic: 'BI' }

/** The operators of a page; its tagged groups are numbered as `LaidPage.tags` has them. */
export function pageContent(page: LaidPage, used: Used): string {
  let id = 0
  return page.groups.map((group) => `${opened(group)}\n${drawn(group.items, used)}\nEMC`).join('\n')

  function opened({ tag, artifact }: MarkedGroup) {
    if (tag) return `/${tag.name}<</MCID ${id++}>>BDC`
    return artifact ? `/Artifact<</Type/Pagination/Subtype/${artifact}>>BDC` : '/Artifact BMC'
  }
}

function drawn(items: readonly Item[], used: Used): string {
  const out: string[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Item
    if (item.kind !== 'text') {
      out.push(shapeOf(item, used))
      at++
      continue
    }
    // Lines of one colour share a text object.
    const lines: TextItem[] = []
    for (let next: Item | undefined = item; next?.kind === 'text' && next.colour === item.colour; next = items[++at])
      lines.push(next)
    const text = textOf(lines, used)
    out.push(item.colour === 0 ? text : `q ${filled(item.colour)}\n${text}\nQ`)
  }
  return out.join('\n')
}

function shapeOf(item: Exclude<Item, TextItem>, used: Used): string {
  const { x, y, width, thickness, height } = { x: 0, y: 0, width: 0, height: 0, thickness: 0, ...item }
  if (item.kind === 'rule')
    return `${stroked(item.colour)} ${thickness} w ${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l S`
  if (item.kind === 'box')
    return `q ${stroked(item.colour)} ${thickness} w ${round(x)} ${round(y)} ${round(width)} ${round(height)} re S Q`
  if (item.kind === 'image')
    return `q ${round(width)} 0 0 ${round(height)} ${round(x)} ${round(y)} cm /${named(used.images, item.image, 'I')} Do Q`
  return pathOf(item, used)
}

function pathOf({ operators, matrix, colour }: PathItem, { shapes }: Used): string {
  const place = matrix.map((value) => Math.round(value * 10_000) / 10_000).join(' ')
  return `q ${filled(colour)} ${place} cm /${named(shapes, operators, 'S')} Do Q`
}

function named<Key>(names: Map<Key, string>, key: Key, letter: string): string {
  const known = names.get(key)
  if (known) return known
  const name = `${letter}${names.size}`
  names.set(key, name)
  return name
}

/** Lines as one text object. */
function textOf(lines: readonly TextItem[], { fonts }: Used): string {
  const out = ['BT']
  let font = ''
  let atX = 0
  let atY = 0
  let spacing = 0
  for (const line of lines) {
    const [stepX, stepY] = [round(line.x - atX), round(line.y - atY)]
    atX += stepX
    atY += stepY
    out.push(`${stepX} ${stepY} Td`)
    if (line.spacing !== spacing) out.push(`${Math.round(line.spacing * 1000) / 1000} Tw`)
    spacing = line.spacing
    for (const { text, style } of joined(line.runs))
      for (const { set, literal } of piecesOf(text)) {
        const name = `${letters[style]}${set}`
        const chosen = `/${name} ${line.size} Tf`
        if (chosen !== font) out.push(chosen)
        font = chosen
        fonts.add(name)
        out.push(`${literal}Tj`)
      }
  }
  // It would hold for the text objects that follow.
  if (spacing) out.push('0 Tw')
  return `${out.join('\n')}\nET`
}

/** Runs of one style, whatever fields they come from. */
function joined(runs: readonly LaidRun[]): readonly { text: string; style: FontStyle }[] {
  if (runs.length < 2) return runs
  const all: { text: string; style: FontStyle }[] = []
  for (const { text, style } of runs) {
    const last = all.at(-1)
    if (last?.style === style) last.text += text
    else all.push({ text, style })
  }
  return all
}

function filled(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} g` : `${colour.join(' ')} rg`
}

function stroked(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} G` : `${colour.join(' ')} RG`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
