// The letters of the documents: of a whole open font, one small font for each set of letters, ready to be put into a PDF.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { raised } from '../src/domain/document/layout/letters.ts'

const whole = createRequire(import.meta.url)
const folder = '@expo-google-fonts/noto-serif'
const styles = [
  { letter: 'R', name: 'Regular', file: `${folder}/400Regular/NotoSerif_400Regular.ttf`, stem: 80 },
  { letter: 'B', name: 'Bold', file: `${folder}/700Bold/NotoSerif_700Bold.ttf`, stem: 140 },
  { letter: 'I', name: 'Italic', file: `${folder}/400Regular_Italic/NotoSerif_400Regular_Italic.ttf`, stem: 80 },
]
/** Where the signs come from that a style lacks; all are drawn on a square of a thousand units. */
const others = [
  `${folder}/400Regular/NotoSerif_400Regular.ttf`,
  '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
  '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
]

/** @typedef {{ tables: Map<string, Buffer>, glyphs: Map<number, number>, offsets: number[] }} Font */
/** What is drawn: a glyph of a font, or one that is raised by so much. @typedef {{ font: Font, id: number, raised?: number }} Glyph */
/** @typedef {import('../src/domain/document/pdf/fonts.ts').FontFile} FontFile */

/** Each set in every style, by the names that documents give them. @param {readonly string[]} sets @returns {Record<string, FontFile>} */
export function documentFonts(sets) {
  const signs = others.map((file) => open(readFileSync(whole.resolve(file))))
  return Object.fromEntries(
    styles.flatMap(({ letter, file, name, stem }) => {
      const font = open(readFileSync(whole.resolve(file)))
      const descriptor = describe(font, stem)
      return sets.map((set, index) => {
        // A font that is cut down carries six letters before its name.
        const tag = `LETRA${String.fromCharCode(65 + index)}`
        return [`${letter}${index}`, { name: `${tag}+NotoSerif-${name}`, descriptor, ...subset([font, ...signs], set) }]
      })
    }),
  )
}

/** @param {Buffer} bytes @returns {Font} */
function open(bytes) {
  /** @type {Map<string, Buffer>} */
  const tables = new Map()
  for (let at = 12; at < 12 + bytes.readUInt16BE(4) * 16; at += 16) {
    const from = bytes.readUInt32BE(at + 8)
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(from, from + bytes.readUInt32BE(at + 12)))
  }
  const loca = table(tables, 'loca')
  const isLong = table(tables, 'head').readInt16BE(50) === 1
  const count = table(tables, 'maxp').readUInt16BE(4)
  const offsets = Array.from({ length: count + 1 }, (_, id) =>
    isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2,
  )
  return { tables, glyphs: glyphsOf(table(tables, 'cmap')), offsets }
}

/** @param {Map<string, Buffer>} tables @param {string} name */
function table(tables, name) {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
}

/** Glyphs by the code of their letter, from the table of format 12. @param {Buffer} cmap */
function glyphsOf(cmap) {
  /** @type {Map<number, number>} */
  const glyphs = new Map()
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const from = cmap.readUInt32BE(at + 4)
    if (cmap.readUInt16BE(from) !== 12) continue
    for (let group = from + 16; group < from + cmap.readUInt32BE(from + 4); group += 12) {
      const [first, last, glyph] = [0, 4, 8].map((part) => cmap.readUInt32BE(group + part))
      for (let code = first ?? 0; code <= (last ?? -1); code++) glyphs.set(code, (glyph ?? 0) + code - (first ?? 0))
    }
  }
  return glyphs
}

/** @param {Font} font @param {number} stem */
function describe({ tables }, stem) {
  const head = table(tables, 'head')
  const os2 = table(tables, 'OS/2')
  const box = [36, 38, 40, 42].map((at) => head.readInt16BE(at)).join(' ')
  const heights = `/Ascent ${os2.readInt16BE(68)}/Descent ${os2.readInt16BE(70)}/CapHeight ${os2.readInt16BE(88)}`
  const angle = table(tables, 'post').readInt32BE(4) / 65536
  // Symbolic, because its codes are its own, and with serifs.
  return `/Flags ${angle ? 70 : 6}/FontBBox[${box}]/ItalicAngle ${angle}${heights}/StemV ${stem}`
}

/** @param {Font[]} fonts the style's own and those that help it out @param {string} set */
function subset(fonts, set) {
  const font = /** @type {Font} */ (fonts[0])
  const letters = [...set].map((letter, index) => ({ letter: letter.codePointAt(0) ?? 0, code: 32 + index }))
  /** The glyphs that are kept, in their new order. @type {Glyph[]} */
  const kept = [{ font, id: 0 }]
  const keep = (/** @type {Glyph} */ glyph) => {
    const known = kept.findIndex((one) => one.font === glyph.font && one.id === glyph.id && one.raised === glyph.raised)
    return known < 0 ? kept.push(glyph) - 1 : known
  }
  const cmap = Buffer.alloc(12 + 262)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(1, 4)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(262, 14)
  const glyphs = letters.map(({ letter, code }) => {
    const glyph = glyphOf(fonts, letter)
    cmap[18 + code] = keep(glyph)
    return glyph
  })
  const outlines = []
  for (let index = 0; index < kept.length; index++) outlines.push(outline(/** @type {Glyph} */ (kept[index]), keep))
  const bytes = assemble(font, kept, outlines, cmap)
  return {
    length: bytes.length,
    data: ascii85(deflateSync(bytes, { level: 9 })),
    toUnicode: ascii85(deflateSync(toUnicode(letters), { level: 9 })),
    widths: glyphs.map(advance),
  }
}

/** @param {Font[]} fonts @param {number} letter @returns {Glyph} */
function glyphOf(fonts, letter) {
  // A mark for a capital is that for a small letter, raised by what capitals are higher.
  const isRaised = letter >= raised && letter < raised + 0x400
  // The hyphen at a line's end looks like any.
  const code = isRaised ? letter - raised : letter === 0xad ? 0x2d : letter
  const font = fonts.find(({ glyphs }) => glyphs.has(code))
  if (!font) throw new Error(`the fonts lack ${String.fromCodePoint(code)}`)
  const os2 = table(font.tables, 'OS/2')
  const glyph = { font, id: font.glyphs.get(code) ?? 0 }
  return isRaised ? { ...glyph, raised: os2.readInt16BE(88) - os2.readInt16BE(86) } : glyph
}

/** A glyph without its hints, padded; the glyphs that it is put together from are kept as well. @param {Glyph} glyph @param {(glyph: Glyph) => number} keep */
function outline({ font, id, raised: by }, keep) {
  const { tables, offsets } = font
  if (by !== undefined) return lifted(font, id, by, keep({ font, id }))
  const glyph = Buffer.from(table(tables, 'glyf').subarray(offsets[id], offsets[id + 1]))
  if (!glyph.length) return glyph
  const contours = glyph.readInt16BE(0)
  if (contours >= 0) {
    const at = 10 + contours * 2
    const hints = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(0, at)
    return padded(Buffer.concat([glyph.subarray(0, at + 2), glyph.subarray(at + 2 + hints)]))
  }
  for (let at = 10, flags = 0x20; flags & 0x20; ) {
    flags = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(flags & ~0x100, at)
    glyph.writeUInt16BE(keep({ font, id: glyph.readUInt16BE(at + 2) }), at + 2)
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    if (!(flags & 0x20)) return padded(glyph.subarray(0, at))
  }
  return glyph
}

/** A glyph that is another one, higher up. @param {Font} font @param {number} id @param {number} by @param {number} place of the other */
function lifted({ tables, offsets }, id, by, place) {
  const other = table(tables, 'glyf').subarray(offsets[id], offsets[id + 1])
  const glyph = Buffer.alloc(20)
  glyph.writeInt16BE(-1, 0)
  for (const at of [2, 4, 6, 8]) glyph.writeInt16BE(other.readInt16BE(at) + (at === 4 || at === 8 ? by : 0), at)
  // Its offsets are words, and not numbers of points.
  glyph.writeUInt16BE(3, 10)
  glyph.writeUInt16BE(place, 12)
  glyph.writeInt16BE(by, 16)
  return glyph
}

/** @param {Glyph} glyph */
function advance({ font: { tables }, id }) {
  const count = table(tables, 'hhea').readUInt16BE(34)
  return table(tables, 'hmtx').readUInt16BE(Math.min(id, count - 1) * 4)
}

/** @param {Font} font @param {Glyph[]} kept @param {Buffer[]} outlines @param {Buffer} cmap */
function assemble(font, kept, outlines, cmap) {
  const head = Buffer.from(table(font.tables, 'head'))
  head.writeUInt32BE(0, 8)
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(table(font.tables, 'hhea'))
  hhea.writeUInt16BE(kept.length, 34)
  const maxp = Buffer.from(table(font.tables, 'maxp'))
  maxp.writeUInt16BE(kept.length, 4)
  maxp.writeUInt16BE(0, 26)
  const loca = Buffer.alloc((kept.length + 1) * 4)
  const hmtx = Buffer.alloc(kept.length * 4)
  let at = 0
  outlines.forEach((glyph, index) => {
    loca.writeUInt32BE(at, index * 4)
    hmtx.writeUInt16BE(advance(/** @type {Glyph} */ (kept[index])), index * 4)
    if (glyph.length) hmtx.writeInt16BE(glyph.readInt16BE(2), index * 4 + 2)
    at += glyph.length
  })
  loca.writeUInt32BE(at, kept.length * 4)
  const parts = { cmap, glyf: Buffer.concat(outlines), head, hhea, hmtx, loca, maxp }
  const names = /** @type {(keyof typeof parts)[]} */ (Object.keys(parts))
  const directory = Buffer.alloc(12 + names.length * 16)
  directory.writeUInt32BE(0x10000, 0)
  directory.writeUInt16BE(names.length, 4)
  directory.writeUInt16BE(64, 6)
  directory.writeUInt16BE(2, 8)
  directory.writeUInt16BE(names.length * 16 - 64, 10)
  let from = directory.length
  const bodies = names.map((name, index) => {
    const body = padded(parts[name])
    const entry = 12 + index * 16
    directory.write(name, entry, 'latin1')
    directory.writeUInt32BE(sum(body), entry + 4)
    directory.writeUInt32BE(from, entry + 8)
    directory.writeUInt32BE(parts[name].length, entry + 12)
    from += body.length
    return body
  })
  const bytes = Buffer.concat([directory, ...bodies])
  const place = bytes.readUInt32BE(12 + names.indexOf('head') * 16 + 8) + 8
  bytes.writeUInt32BE((0xb1b0afba - sum(bytes)) >>> 0, place)
  return bytes
}

/** @param {Buffer} bytes */
function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
}

/** @param {Buffer} bytes */
function sum(bytes) {
  let total = 0
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
  return total
}

/** @param {{ letter: number, code: number }[]} letters */
function toUnicode(letters) {
  const hex = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(16).padStart(digits, '0')
  const lines = letters.map(
    ({ letter, code }) => `<${hex(code, 2)}><${hex(letter < raised ? letter : letter - raised, 4)}>`,
  )
  const portions = []
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100)
    portions.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return `/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Letters def/CMapType 2 def 1 begincodespacerange<00><ff>endcodespacerange
${portions.join('\n')}
endcmap CMapName currentdict/CMap defineresource pop end end`
}

/** @param {Buffer} bytes */
function ascii85(bytes) {
  let out = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const left = Math.min(4, bytes.length - at)
    let word = 0
    for (let index = 0; index < 4; index++) word = word * 256 + (bytes[at + index] ?? 0)
    let group = ''
    for (let digit = 0; digit < 5; digit++) {
      group = String.fromCharCode(33 + (word % 85)) + group
      word = Math.floor(word / 85)
    }
    out += left < 4 ? group.slice(0, left + 1) : group === '!!!!!' ? 'z' : group
  }
  return `${out}~>`
}
