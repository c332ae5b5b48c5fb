import type { Values } from '../../src/domain/fields/field.ts'
import { isWritable, unwritableIn } from '../../src/domain/text/writable.ts'
import { refuse } from '../lib/refusal.ts'

/** What the values of a request or of a row may take, as their collections say. */
const maxBytes = 65_536
const maxKeys = 300
/** `{items: [{options: [..]}]}` is as deep as a value goes. */
const maxDepth = 4

/** What a draft may hold, read from its JSON: an object of bounded size and depth. It may be incomplete and wrong. */
export function boundedValues(json: string): Values {
  const text = json === '' || json === 'null' ? '{}' : json
  if (!text.startsWith('{')) throw refuse('request.values', 400, { values: 'invalid' })
  if (!fits(text) || depthOf(text) > maxDepth) throw refuse('request.values', 400, { values: 'length' })
  const values = JSON.parse(text) as Values
  if (Object.keys(values).length > maxKeys) throw refuse('request.values', 400, { values: 'length' })
  // What hides behind an escape is seen only part by part; a replacement character is what is left of half a character.
  const odd = /\\[ub]/.test(text) ? unwritableIn(values) !== undefined || /\\ufffd/i.test(text) : !isWritable(text)
  if (odd || text.includes('\ufffd')) throw refuse('request.values', 400, { values: 'characters' })
  return values
}

/** Whether a text takes no more than `maxBytes`; letters are counted first, of which none takes more than three. */
export function fits(text: string): boolean {
  return text.length * 3 <= maxBytes || Buffer.from(text, 'utf8').length <= maxBytes
}

/** Counted, not parsed: ten thousand brackets must not reach a recursive reader. */
function depthOf(json: string): number {
  // As many brackets as may stand in one another, wherever they stand, need no looking at one by one.
  const brackets = json.split('{', maxDepth + 2).length + json.split('[', maxDepth + 2).length - 2
  if (brackets <= maxDepth) return brackets
  let depth = 0
  let deepest = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth)
    else if (token === '}' || token === ']') depth--
  }
  return deepest
}
