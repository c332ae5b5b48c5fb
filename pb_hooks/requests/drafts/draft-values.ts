import type { Values } from '../../../src/domain/fields/field.ts'
import { findInvalidTextPath, hasValidCharacters } from '../../../src/domain/text/valid-characters.ts'
import { createErrorResponse } from '../../lib/http.ts'

/** Limits of the values of a request or row; must match the schemas of the collections. */
const maxBytes = 65_536
const maxKeys = 300
/** Maximum nesting depth of values. Example: `{items: [{options: [..]}]}` has depth 4. */
const maxDepth = 4

/** Parses the JSON values of a draft and checks size, depth and characters. Values may be incomplete or invalid for their format. */
export function parseDraftValues(json: string): Values {
  const text = json === '' || json === 'null' ? '{}' : json
  if (!text.startsWith('{')) throw createErrorResponse('request.values', 400, { values: 'invalid' })
  if (!isWithinSizeLimit(text) || getJsonDepth(text) > maxDepth)
    throw createErrorResponse('request.values', 400, { values: 'length' })
  const values = JSON.parse(text) as Values
  if (Object.keys(values).length > maxKeys) throw createErrorResponse('request.values', 400, { values: 'length' })
  // Escaped characters (`\u…`, `\b`) have to be parsed before the check. A replacement character (U+FFFD) is the rest of an invalid surrogate.
  const odd = /\\[ub]/.test(text)
    ? findInvalidTextPath(values) !== undefined || /\\ufffd/i.test(text)
    : !hasValidCharacters(text)
  if (odd || text.includes('\ufffd')) throw createErrorResponse('request.values', 400, { values: 'characters' })
  return values
}

/** Returns whether a text has at most `maxBytes` in UTF-8. Short texts need no encoding: a UTF-16 code unit takes at most 3 bytes. */
export function isWithinSizeLimit(text: string): boolean {
  return text.length * 3 <= maxBytes || Buffer.from(text, 'utf8').length <= maxBytes
}

/** Returns the nesting depth without parsing, because thousands of brackets could overflow the stack of a recursive parser. */
function getJsonDepth(json: string): number {
  // Fast path: with at most `maxDepth` brackets the depth cannot exceed the limit.
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
