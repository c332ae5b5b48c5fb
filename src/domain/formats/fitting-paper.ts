import type { FormatInput } from './format.ts'

/**
 * A format whose paper names only fields that are there and fit; itself where they all do. Without its field for the
 * day a document bears that of its decision, and without the name of who issues it nobody's letterhead.
 */
export function withFittingPaper<Input extends Pick<FormatInput, 'fields' | 'paper'>>(input: Input): Input {
  const { fields, paper = {} } = input
  const typeOf = (key: string) => fields.find((field) => field.key === key && !field.deciders)?.type ?? 'table'
  const { date, issuer, ...rest } = paper
  const said = Object.entries(issuer ?? {})
  const printed = said.filter(([, key]) => typeOf(key) !== 'table')
  const fitsDate = date === undefined || typeOf(date) === 'date'
  if (fitsDate && printed.length === said.length) return input
  const { name, ...others } = Object.fromEntries(printed)
  const letterhead = rest.letterhead === 'issuer' && !name ? { letterhead: 'none' as const } : {}
  return {
    ...input,
    paper: { ...rest, ...letterhead, ...(fitsDate && date && { date }), ...(name && { issuer: { name, ...others } }) },
  }
}
