import type { FormatInput } from './format.ts'

/**
 * Removes references to missing or unsuitable fields from the page settings; returns `input` unchanged if all fields are suitable. Without a date
 * field, documents show the day of the decision. Without a name field, the issuer letterhead is removed.
 */
export function removeInvalidPaperFields<Input extends Pick<FormatInput, 'fields' | 'paper'>>(input: Input): Input {
  const { fields, paper = {} } = input
  const typeOf = (key: string) => fields.find((field) => field.key === key && !field.approvers)?.type ?? 'table'
  const { date, issuer, ...rest } = paper
  const issuerKeys = Object.entries(issuer ?? {})
  const printed = issuerKeys.filter(([, key]) => typeOf(key) !== 'table')
  const fitsDate = date === undefined || typeOf(date) === 'date'
  if (fitsDate && printed.length === issuerKeys.length) return input
  const { name, ...others } = Object.fromEntries(printed)
  const letterhead = rest.letterhead === 'issuer' && !name ? { letterhead: 'none' as const } : {}
  return {
    ...input,
    paper: { ...rest, ...letterhead, ...(fitsDate && date && { date }), ...(name && { issuer: { name, ...others } }) },
  }
}
