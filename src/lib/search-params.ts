import { isIsoDate } from '../domain/time/calendar.ts'

// Parsers of search parameters, without a schema library, which every page would have to load.

/** Returns the page number; `undefined` if it is invalid or the first page, which is the default. */
export function parsePage(raw: unknown): number | undefined {
  const page = Math.floor(Number(raw))
  return page > 1 && Number.isSafeInteger(page) ? page : undefined
}

/** Returns the text if it matches the pattern, otherwise `undefined`. Accepts numbers, because the router parses `?search=123` as a number. */
export function parseText(raw: unknown, pattern: RegExp): string | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw
  return typeof text === 'string' && pattern.test(text) ? text : undefined
}

/** Returns the day as `YYYY-MM-DD`; `undefined` if there is no such day. */
export const parseDay = (raw: unknown): string | undefined =>
  typeof raw === 'string' && isIsoDate(raw) ? raw : undefined

/** Returns the option that equals the parameter; `undefined` if there is none. */
export const parseOption = <T extends string>(raw: unknown, options: readonly T[]): T | undefined =>
  options.find((option) => option === raw)

export function omitUndefined<T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T
}

/** Matches texts that are not blank. */
export const nonBlankPattern = /\S/
