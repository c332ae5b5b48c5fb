// Document fonts: cuts a full open font into small fonts, one for each set of characters, in the format that a PDF embeds.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { raisedAccentStart } from '../src/domain/documents/layout/glyph-sets.ts'

const resolver = createRequire(import.meta.url)
const folder = '@expo-google-fonts/noto-serif'
const styles = [
  { letter: 'R', name: 'Regular', file: `${folder}/400Regular/NotoSerif_400Regular.ttf`, stem: 80 },
  { letter: 'B', name: 'Bold', file: `${folder}/700Bold/NotoSerif_700Bold.ttf`, stem: 140 },
  { letter: 'I', name: 'Italic', file: `${folder}/400Regular_Italic/NotoSerif_400Regular_Italic.ttf`, stem: 80 },
  { letter: 'BI', name: 'BoldItalic', file: `${folder}/700Bold_Italic/NotoSerif_700Bold_Italic.ttf`, stem: 140 },
]
/** Fallback fonts for characters that a style lacks; all have 1,000 units per em. */
const others = [
  `${folder}/400Regular/NotoSerif_400Regular.ttf`,
  '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
  '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
]

/** @typedef {{ tables: Map<string, Buffer>, glyphs: Map<number, number>, offsets: number[] }} Font */
/** Glyph to draw: a glyph of a font, raised by `raised` font units if set. @typedef {{ font: Font, id: number, raised?: number }} Glyph */
/** @typedef {import('../src/domain/documents/pdf/fonts.ts').EmbeddedFont} EmbeddedFont */

/** Returns a font file for each set in each style, by the names used in documents: `R0`, `B0`. @param {readonly string[]} sets @returns {Record<string, EmbeddedFont>} */
export function buildDocumentFonts(sets) {
  return Object.fromEntries(
    listFontCuts(sets).map(({ fonts, style, set, index }) => {
      // PDF requires a tag of six letters before the name of a subset font.
      const name = `LETRA${String.fromCharCode(65 + index)}+NotoSerif-${style.name}`
      return [
        `${style.letter}${index}`,
        { name, descriptor: describe(fonts[0], style.stem), ...buildEmbeddedFont(fonts, set) },
      ]
    }),
  )
}

/** Returns the same fonts for web pages: a style sheet and its font files. @param {readonly string[]} sets */
export function buildWebFonts(sets) {
  const faces = listFontCuts(sets).map(({ fonts, style, set, index }) => {
    const file = `letters-${style.letter}${index}.woff`
    const looks = `font-weight:${style.letter.startsWith('B') ? 700 : 400};font-style:${style.letter.endsWith('I') ? 'italic' : 'normal'}`
    const ranges = [...set].slice(index ? 1 : 0).map((letter) => `U+${letter.charCodeAt(0).toString(16)}`)
    const css = `@font-face{font-family:"Documento";src:url("./${file}?no-inline") format("woff");${looks};font-display:swap;unicode-range:${ranges}}`
    return { file, css, bytes: woff(buildWebFont(fonts, set)) }
  })
  return { css: faces.map(({ css }) => css).join('\n'), files: faces }
}

/**
 * Returns the fonts to generate: each set in each style.
 * @param {readonly string[]} sets
 */
function listFontCuts(sets) {
  const signs = others.map((file) => open(readFileSync(resolver.resolve(file))))
  return styles.flatMap((style) => {
    const font = open(readFileSync(resolver.resolve(style.file)))
    const fonts = /** @type {[Font, ...Font[]]} */ ([font, ...signs])
    return sets.map((set, index) => ({ fonts, style, set, index }))
  })
}

/**
 * Parses a TrueType font.
 * @param {Buffer} bytes
 * @returns {Font}
 */
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
  return { tables, glyphs: readGlyphMap(table(tables, 'cmap')), offsets }
}

/**
 * Returns a table of a font; throws if it is missing.
 * @param {Map<string, Buffer>} tables
 * @param {string} name
 */
function table(tables, name) {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
}

/** Reads the glyph ids by code point from the `cmap` table of format 12. @param {Buffer} cmap */
function readGlyphMap(cmap) {
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

/**
 * Returns the entries of the font descriptor in the PDF.
 * @param {Font} font
 * @param {number} stem
 */
function describe({ tables }, stem) {
  const head = table(tables, 'head')
  const os2 = table(tables, 'OS/2')
  const box = [36, 38, 40, 42].map((at) => head.readInt16BE(at)).join(' ')
  const heights = `/Ascent ${os2.readInt16BE(68)}/Descent ${os2.readInt16BE(70)}/CapHeight ${os2.readInt16BE(88)}`
  const angle = table(tables, 'post').readInt32BE(4) / 65536
  // Flags: 6 (serif and symbolic, because the character codes are our own), and 64 if italic.
  return `/Flags ${angle ? 70 : 6}/FontBBox[${box}]/ItalicAngle ${angle}${heights}/StemV ${stem}`
}

/**
 * Returns the glyphs of a set, including the components of composite glyphs.
 * @param {Font[]} fonts the style's own font and its fallback fonts @param {string} set
 */
function subset(fonts, set) {
  /** Glyphs in their new order. @type {Glyph[]} */
  const subsetGlyphs = [{ font: /** @type {Font} */ (fonts[0]), id: 0 }]
  const keep = (/** @type {Glyph} */ glyph) => {
    const known = subsetGlyphs.findIndex(
      (one) => one.font === glyph.font && one.id === glyph.id && one.raised === glyph.raised,
    )
    return known < 0 ? subsetGlyphs.push(glyph) - 1 : known
  }
  const letters = [...set].map((text, index) => {
    const letter = text.codePointAt(0) ?? 0
    const glyph = findGlyph(fonts, letter)
    return { letter, code: 32 + index, glyph, place: keep(glyph) }
  })
  /** @type {Buffer[]} */
  const outlines = []
  for (let index = 0; index < subsetGlyphs.length; index++)
    outlines.push(outline(/** @type {Glyph} */ (subsetGlyphs[index]), keep))
  return { letters, kept: subsetGlyphs, outlines }
}

/**
 * Builds the font file of a set, with the tables that a PDF embeds.
 * @param {[Font, ...Font[]]} fonts
 * @param {string} set
 */
function buildEmbeddedFont(fonts, set) {
  const { letters, kept: subsetGlyphs, outlines } = subset(fonts, set)
  const cmap = Buffer.alloc(12 + 262)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(1, 4)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(262, 14)
  for (const { code, place } of letters) cmap[18 + code] = place
  const bytes = sfnt(buildTables(fonts[0], subsetGlyphs, outlines, cmap))
  return {
    length: bytes.length,
    data: ascii85(deflateSync(bytes, { level: 9 })),
    toUnicode: ascii85(deflateSync(toUnicode(letters), { level: 9 })),
    widths: letters.map(({ glyph }) => advance(glyph)),
  }
}

/** Returns the tables of a web font. @param {[Font, ...Font[]]} fonts @param {string} set */
function buildWebFont(fonts, set) {
  const { letters, kept: subsetGlyphs, outlines } = subset(fonts, set)
  const post = Buffer.from(table(fonts[0].tables, 'post').subarray(0, 32))
  post.writeUInt32BE(0x30000, 0)
  // Empty `name` table.
  const name = Buffer.from([0, 0, 0, 0, 0, 6])
  const os2 = table(fonts[0].tables, 'OS/2')
  return { 'OS/2': os2, ...buildTables(fonts[0], subsetGlyphs, outlines, unicodeMap(letters)), name, post }
}

/** Builds a `cmap` table of format 4, with a segment per character. @param {{ letter: number, place: number }[]} letters */
function unicodeMap(letters) {
  const all = [...letters.toSorted((a, b) => a.letter - b.letter), { letter: 0xffff, place: 0 }]
  const map = Buffer.alloc(12 + 16 + all.length * 8)
  map.writeUInt16BE(1, 2)
  map.writeUInt16BE(3, 4)
  map.writeUInt16BE(1, 6)
  map.writeUInt32BE(12, 8)
  map.writeUInt16BE(4, 12)
  map.writeUInt16BE(map.length - 12, 14)
  map.writeUInt16BE(all.length * 2, 18)
  const power = 2 ** Math.floor(Math.log2(all.length))
  map.writeUInt16BE(power * 2, 20)
  map.writeUInt16BE(Math.log2(power), 22)
  map.writeUInt16BE((all.length - power) * 2, 24)
  all.forEach(({ letter, place }, index) => {
    map.writeUInt16BE(letter, 26 + index * 2)
    map.writeUInt16BE(letter, 28 + all.length * 2 + index * 2)
    map.writeUInt16BE((place - letter) & 0xffff, 28 + all.length * 4 + index * 2)
  })
  return map
}

/**
 * Returns the glyph of a character, from the first font that has it.
 * @param {Font[]} fonts
 * @param {number} letter
 * @returns {Glyph}
 */
function findGlyph(fonts, letter) {
  // Uses the accent for small letters, raised by the difference in height between capital and small letters.
  const isRaised = letter >= raisedAccentStart && letter < raisedAccentStart + 0x400
  // The soft hyphen is drawn as a hyphen.
  const code = isRaised ? letter - raisedAccentStart : letter === 0xad ? 0x2d : letter
  const font = fonts.find(({ glyphs }) => glyphs.has(code))
  if (!font) throw new Error(`the fonts lack ${String.fromCodePoint(code)}`)
  const os2 = table(font.tables, 'OS/2')
  const glyph = { font, id: font.glyphs.get(code) ?? 0 }
  return isRaised ? { ...glyph, raised: os2.readInt16BE(88) - os2.readInt16BE(86) } : glyph
}

/** Returns the outline of a glyph without hints, padded to four bytes. Adds the components of a composite glyph. @param {Glyph} glyph @param {(glyph: Glyph) => number} keep */
function outline({ font, id, raised: by }, keep) {
  const { tables, offsets } = font
  if (by !== undefined) return raiseGlyph(font, id, by, keep({ font, id }))
  const glyph = Buffer.from(table(tables, 'glyf').subarray(offsets[id], offsets[id + 1]))
  if (!glyph.length) return glyph
  const contours = glyph.readInt16BE(0)
  if (contours >= 0) {
    const at = 10 + contours * 2
    const hints = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(0, at)
    return padToFourBytes(Buffer.concat([glyph.subarray(0, at + 2), glyph.subarray(at + 2 + hints)]))
  }
  for (let at = 10, flags = 0x20; flags & 0x20; ) {
    flags = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(flags & ~0x100, at)
    glyph.writeUInt16BE(keep({ font, id: glyph.readUInt16BE(at + 2) }), at + 2)
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    if (!(flags & 0x20)) return padToFourBytes(glyph.subarray(0, at))
  }
  return glyph
}

/**
 * Returns a composite glyph that raises another glyph.
 * @param {Font} font @param {number} id @param {number} by @param {number} place index of the other glyph in the new font
 */
function raiseGlyph({ tables, offsets }, id, by, place) {
  const other = table(tables, 'glyf').subarray(offsets[id], offsets[id + 1])
  const glyph = Buffer.alloc(20)
  glyph.writeInt16BE(-1, 0)
  for (const at of [2, 4, 6, 8]) glyph.writeInt16BE(other.readInt16BE(at) + (at === 4 || at === 8 ? by : 0), at)
  // Flags 3: arguments are words (1) and offsets instead of point numbers (2).
  glyph.writeUInt16BE(3, 10)
  glyph.writeUInt16BE(place, 12)
  glyph.writeInt16BE(by, 16)
  return glyph
}

/**
 * Returns the advance width of a glyph.
 * @param {Glyph} glyph
 */
function advance({ font: { tables }, id }) {
  const count = table(tables, 'hhea').readUInt16BE(34)
  return table(tables, 'hmtx').readUInt16BE(Math.min(id, count - 1) * 4)
}

/**
 * Builds the tables that embedded fonts and web fonts share.
 * @param {Font} font
 * @param {Glyph[]} subsetGlyphs
 * @param {Buffer[]} outlines
 * @param {Buffer} cmap
 * @returns {Record<string, Buffer>}
 */
function buildTables(font, subsetGlyphs, outlines, cmap) {
  const head = Buffer.from(table(font.tables, 'head'))
  head.writeUInt32BE(0, 8)
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(table(font.tables, 'hhea'))
  hhea.writeUInt16BE(subsetGlyphs.length, 34)
  const maxp = Buffer.from(table(font.tables, 'maxp'))
  maxp.writeUInt16BE(subsetGlyphs.length, 4)
  maxp.writeUInt16BE(0, 26)
  const loca = Buffer.alloc((subsetGlyphs.length + 1) * 4)
  const hmtx = Buffer.alloc(subsetGlyphs.length * 4)
  let at = 0
  outlines.forEach((glyph, index) => {
    loca.writeUInt32BE(at, index * 4)
    hmtx.writeUInt16BE(advance(/** @type {Glyph} */ (subsetGlyphs[index])), index * 4)
    if (glyph.length) hmtx.writeInt16BE(glyph.readInt16BE(2), index * 4 + 2)
    at += glyph.length
  })
  loca.writeUInt32BE(at, subsetGlyphs.length * 4)
  const parts = { cmap, glyf: Buffer.concat(outlines), head, hhea, hmtx, loca, maxp }
  const fontFile = sfnt(parts)
  head.writeUInt32BE((0xb1b0afba - sum(fontFile)) >>> 0, 8)
  return parts
}

/**
 * Assembles a TrueType file from its tables.
 * @param {Record<string, Buffer>} parts
 */
function sfnt(parts) {
  const all = Object.entries(parts)
  const directory = Buffer.alloc(12 + all.length * 16)
  const power = 2 ** Math.floor(Math.log2(all.length))
  directory.writeUInt32BE(0x10000, 0)
  directory.writeUInt16BE(all.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((all.length - power) * 16, 10)
  let from = directory.length
  const bodies = all.map(([name, part], index) => {
    const body = padToFourBytes(part)
    const entry = 12 + index * 16
    directory.write(name, entry, 'latin1')
    directory.writeUInt32BE(sum(body), entry + 4)
    directory.writeUInt32BE(from, entry + 8)
    directory.writeUInt32BE(part.length, entry + 12)
    from += body.length
    return body
  })
  return Buffer.concat([directory, ...bodies])
}

/**
 * Assembles a WOFF file from its tables.
 * @param {Record<string, Buffer>} parts
 */
function woff(parts) {
  const all = Object.entries(parts).map(([name, part]) => ({ name, part, packed: deflateSync(part, { level: 9 }) }))
  const head = Buffer.alloc(44 + all.length * 20)
  head.write('wOFF', 0, 'latin1')
  head.writeUInt32BE(0x10000, 4)
  head.writeUInt16BE(all.length, 12)
  head.writeUInt32BE(sfnt(parts).length, 16)
  let from = head.length
  const bodies = all.map(({ name, part, packed }, index) => {
    const body = packed.length < part.length ? packed : part
    const entry = 44 + index * 20
    head.write(name, entry, 'latin1')
    head.writeUInt32BE(from, entry + 4)
    head.writeUInt32BE(body.length, entry + 8)
    head.writeUInt32BE(part.length, entry + 12)
    head.writeUInt32BE(sum(padToFourBytes(part)), entry + 16)
    from += body.length + (-body.length & 3)
    return padToFourBytes(body)
  })
  head.writeUInt32BE(from, 8)
  return Buffer.concat([head, ...bodies])
}

/**
 * Pads bytes with zeros to a multiple of four.
 * @param {Buffer} bytes
 */
function padToFourBytes(bytes) {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
}

/**
 * Returns the checksum of a table: the sum of its 32-bit words.
 * @param {Buffer} bytes
 */
function sum(bytes) {
  let total = 0
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
  return total
}

/** Builds the `ToUnicode` map of a PDF font, by which readers copy and search text. @param {{ letter: number, code: number }[]} letters */
function toUnicode(letters) {
  const hex = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(16).padStart(digits, '0')
  const lines = letters.map(
    ({ letter, code }) =>
      `<${hex(code, 2)}><${hex(letter < raisedAccentStart ? letter : letter - raisedAccentStart, 4)}>`,
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

/**
 * Encodes bytes in ASCII base 85, as in PDF streams.
 * @param {Buffer} bytes
 */
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
