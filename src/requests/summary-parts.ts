import type { RequestItem } from '../domain/requests/request-output.ts'
import { foldCaseAndAccents } from '../domain/text/case-folding.ts'

type SummaryColumns = Pick<RequestItem, 'summary' | 'idDocument' | 'amount' | 'formatName' | 'ownerName'>

/**
 * Returns the parts of a summary that no other column shows: without identity number, amount, name of the format, and,
 * beside the requester's name, that name: «Ana Peña · 52345678 · Analista» → [«Analista»].
 */
export function listSummaryParts(
  { summary, idDocument, amount, formatName, ownerName }: SummaryColumns,
  withOwner: boolean,
): string[] {
  const shown = new Set([idDocument, amount, formatName, ...(withOwner ? [ownerName] : [])].map(foldCaseAndAccents))
  return summary.split(' · ').filter((part) => !shown.has(foldCaseAndAccents(part)))
}
