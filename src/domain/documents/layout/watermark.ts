import type { PageFrame } from '../page-setup.ts'
import type { PathItem } from './page-flow.ts'

/** Outlines of «PRELIMINAR» and «ANULADO», in thousandths of the font size: extracted as text, slanted letters would be fragments. */
const letters: Record<string, { width: number; path: string }> = {
  P: {
    width: 640,
    path: '70 0 m 70 700 l 380 700 l 520 700 600 610 600 485 c 600 360 520 270 380 270 c 210 270 l 210 0 l h 210 390 m 210 580 l 365 580 l 425 580 460 545 460 485 c 460 425 425 390 365 390 c h',
  },
  R: {
    width: 690,
    path: '70 0 m 70 700 l 400 700 l 540 700 620 615 620 500 c 620 405 570 340 490 315 c 630 0 l 475 0 l 350 285 l 210 285 l 210 0 l h 210 400 m 210 580 l 385 580 l 445 580 480 545 480 490 c 480 435 445 400 385 400 c h',
  },
  E: {
    width: 620,
    path: '70 0 m 70 700 l 570 700 l 570 580 l 210 580 l 210 420 l 540 420 l 540 300 l 210 300 l 210 120 l 580 120 l 580 0 l h',
  },
  L: { width: 570, path: '70 0 m 70 700 l 210 700 l 210 120 l 540 120 l 540 0 l h' },
  I: { width: 280, path: '70 0 m 70 700 l 210 700 l 210 0 l h' },
  M: {
    width: 820,
    path: '70 0 m 70 700 l 265 700 l 410 215 l 555 700 l 750 700 l 750 0 l 620 0 l 620 540 l 460 0 l 360 0 l 200 540 l 200 0 l h',
  },
  N: {
    width: 720,
    path: '70 0 m 70 700 l 215 700 l 515 215 l 515 700 l 650 700 l 650 0 l 505 0 l 205 485 l 205 0 l h',
  },
  A: {
    width: 690,
    path: '10 0 m 270 700 l 420 700 l 680 0 l 530 0 l 476 155 l 210 155 l 156 0 l h 252 275 m 434 275 l 343 545 l h',
  },
  U: {
    width: 700,
    path: '70 700 m 70 250 l 70 90 180 -10 350 -10 c 520 -10 630 90 630 250 c 630 700 l 490 700 l 490 255 l 490 165 435 115 350 115 c 265 115 210 165 210 255 c 210 700 l h',
  },
  D: {
    width: 710,
    path: '70 0 m 70 700 l 330 700 l 540 700 660 560 660 350 c 660 140 540 0 330 0 c h 210 120 m 325 120 l 450 120 515 205 515 350 c 515 495 450 580 325 580 c 210 580 l h',
  },
  O: {
    width: 760,
    path: '380 -10 m 180 -10 50 140 50 350 c 50 560 180 710 380 710 c 580 710 710 560 710 350 c 710 140 580 -10 380 -10 c h 380 115 m 500 115 565 205 565 350 c 565 495 500 585 380 585 c 260 585 195 495 195 350 c 195 205 260 115 380 115 c h',
  },
}

const size = 0.106

let latest: { word: string; frame: PageFrame; item: PathItem } | undefined

/** Returns a diagonal word, which is drawn below the text of each page. */
export function createWatermark(word: string, frame: PageFrame): PathItem {
  const isLatest = latest?.word === word && latest.frame.width === frame.width && latest.frame.height === frame.height
  // Caches the latest watermark, because thousands of documents of a batch have the same watermark.
  if (!latest || !isLatest) latest = { word, frame, item: drawWord(word, frame) }
  return latest.item
}

function drawWord(word: string, { width, height }: PageFrame): PathItem {
  const used = [...word].map((letter) => letters[letter] ?? { width: 0, path: '' })
  let at = 0
  const operators = used.map((letter) => {
    const path = shiftPath(letter.path, at)
    at += letter.width
    return path
  })
  const half = (at * size) / 2
  const slant = Math.atan2(height, width)
  const [cos, sin] = [Math.cos(slant), Math.sin(slant)]
  const x = width / 2 - half * cos + 350 * size * sin
  const y = height / 2 - half * sin - 350 * size * cos
  const matrix = [size * cos, size * sin, -size * sin, size * cos, x, y] as const
  return { kind: 'path', operators: operators.join(' '), matrix, colour: 0.935 }
}

/** Adds `by` to all x coordinates of a path. Its operators have only points as operands, so x and y alternate. */
function shiftPath(path: string, by: number): string {
  let isX = false
  return path.replace(/-?\d+/g, (number) => {
    isX = !isX
    return isX ? String(Number(number) + by) : number
  })
}
