import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { crc32 } from '../../src/domain/documents/zip.ts'

const folder = join(import.meta.dirname, '../../src/public')
const background = [0x0b, 0x5b, 0x44]
const foreground = [0xff, 0xff, 0xff]

/** Square behind an icon: corner radius, and width of the drawing, as fractions of the icon's width. */
interface Tile {
  radius: number
  drawing: number
}

/** Tiles by purpose. Operating systems crop maskable icons outside a central circle of 80 % of the width; iOS rounds the corners itself. */
const tiles = {
  any: { radius: 0.22, drawing: 0.8 },
  maskable: { radius: 0, drawing: 0.62 },
  apple: { radius: 0, drawing: 0.76 },
} satisfies Record<string, Tile>

/** Draws the PNG icons of `manifest.webmanifest` and of iOS from the shapes of `favicon.svg`. */
export function iconsPlugin(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    generateBundle() {
      const drawing = parseDrawing(readFileSync(join(folder, 'favicon.svg'), 'utf8'))
      const { icons } = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest
      const emit = (src: string, size: number, tile: Tile) =>
        this.emitFile({ type: 'asset', fileName: src.slice(1), source: drawIcon(drawing, size, tile) })
      for (const { src, sizes, type, purpose } of icons)
        if (type === 'image/png') emit(src, Number.parseInt(sizes, 10), tiles[purpose])
      emit('/apple-touch-icon.png', 180, tiles.apple)
    },
  }
}

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }[]
}

/** Drawing with its center at the origin: outlines of rotated ellipses, and a filled circle. */
interface Drawing {
  width: number
  strokeWidth: number
  ellipses: { rx: number; ry: number; cos: number; sin: number }[]
  circle: number
}

function parseDrawing(svg: string): Drawing {
  const read = (pattern: RegExp) => Number(pattern.exec(svg)?.[1])
  const ellipses = [...svg.matchAll(/<ellipse rx="([\d.]+)" ry="([\d.]+)"(?: transform="rotate\((\d+)\)")?\/>/g)]
  const drawing = {
    width: read(/viewBox="\S+ \S+ ([\d.]+)/),
    strokeWidth: read(/stroke-width:([\d.]+)/),
    ellipses: ellipses.map(([, rx, ry, degrees = 0]) => {
      const angle = (Number(degrees) * Math.PI) / 180
      return { rx: Number(rx), ry: Number(ry), cos: Math.cos(angle), sin: Math.sin(angle) }
    }),
    circle: read(/<circle r="([\d.]+)"/),
  }
  const shapes = svg.match(/<(ellipse|circle|path|rect|line|poly\w+|text)\b/g)?.length
  if (shapes !== ellipses.length + 1 || !(drawing.width * drawing.strokeWidth * drawing.circle > 0))
    throw new Error('favicon.svg has shapes that the icons cannot show')
  return drawing
}

function drawIcon(drawing: Drawing, size: number, tile: Tile): Buffer {
  const rows = Buffer.alloc(size * (1 + 4 * size))
  /** Width of a pixel in units of the drawing. */
  const pixel = drawing.width / tile.drawing / size
  for (let y = 0, at = 0; y < size; y++) {
    rows[at++] = 0 // filter type: none
    for (let x = 0; x < size; x++) {
      const [right, down] = [x + 0.5 - size / 2, y + 0.5 - size / 2]
      const ink = toCoverage(getDistance(drawing, right * pixel, down * pixel) / pixel)
      for (let channel = 0; channel < 3; channel++)
        rows[at++] = Math.round((background[channel] ?? 0) * (1 - ink) + (foreground[channel] ?? 0) * ink)
      rows[at++] = Math.round(255 * toCoverage(getTileDistance(right, down, size, tile.radius)))
    }
  }
  return encodePng(size, rows)
}

/**
 * Returns how much of a pixel a shape covers (0 to 1). `distance`: distance in pixels from the shape's edge, negative
 * inside.
 */
const toCoverage = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance))

/**
 * Returns the distance of a point from the shapes, negative inside. Approximates ellipses by their gradient, which is
 * exact at the edge.
 */
function getDistance({ ellipses, strokeWidth, circle }: Drawing, x: number, y: number): number {
  let nearest = Math.hypot(x, y) - circle
  for (const { rx, ry, cos, sin } of ellipses) {
    const [along, across] = [(x * cos + y * sin) / rx, (y * cos - x * sin) / ry]
    const radius = Math.hypot(along, across)
    const slope = Math.hypot(along / rx, across / ry) / radius
    if (radius > 0) nearest = Math.min(nearest, Math.abs(radius - 1) / slope - strokeWidth / 2)
  }
  return nearest
}

/** Returns the distance in pixels of a point from the edge of a square with rounded corners, negative inside. */
function getTileDistance(x: number, y: number, size: number, radius: number): number {
  if (radius === 0) return -1
  const straight = size / 2 - size * radius
  const [dx, dy] = [Math.abs(x) - straight, Math.abs(y) - straight]
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - size * radius
}

/** Encodes `rows` of RGBA pixels, each with its filter byte, as a PNG. */
function encodePng(size: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6], 8) // 8 bits a channel, RGBA
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([signature, createChunk('IHDR', header), createChunk('IDAT', data), createChunk('IEND')])
}

function createChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
