/**
 * Parsers of search parameters, without a schema library, which every page would have to load. Each returns `undefined` if the parameter is invalid.
 */

/** Returns a page number after the first, which is the default. */
export function parsePage(raw: unknown): number | undefined {
  const page = Math.floor(Number(raw))
  return page > 1 ? page : undefined
}

/** Returns a text that matches the pattern. Accepts numbers, because the router parses `?search=123` as a number. */
export function parseText(raw: unknown, pattern: RegExp): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && pattern.test(text) ? text : undefined
}

export const parseOption = <T extends string>(raw: unknown, options: readonly T[]): T | undefined =>
  options.find((option) => option === raw)

/** Returns the parameters that have a value. */
export function omitUndefined<T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T
}

/** A text with at least one letter, digit or sign. */
export const anyText = /\S/
