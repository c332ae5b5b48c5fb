import { requestActions } from '../requests/actions.ts'
import { formatLongDate } from '../time/date.ts'
import { getLocalDateTime } from '../time/local-time.ts'
import { formatLocalTime } from './approval.ts'
import type { Block, TableCell } from './blocks.ts'
import type { EvidenceRow } from './signer-output.ts'

/** Evidence of an approval, stored in its event. `hash`: SHA-256 of the content that the approver read. */
export interface ApprovalEvidence {
  address: string
  device: string
  hash: string
}

const texts = {
  title: 'Constancia de aprobación y firma',
  preview: 'Al aprobarse, esta página dirá quién aprobó y firmó, cuándo, desde dónde y cómo confirmó su identidad.',
  intro:
    'Quién aprobó y firmó este documento, cuándo, desde dónde y cómo confirmó su identidad. El código SHA-256 identifica el contenido que leyó.',
  columns: ['Quién', 'Cuándo y cómo', 'Desde dónde y qué leyó'],
}

/** Returns the blocks of the evidence page, with times in `zone`. `rows`: `null` in the preview before an approval. */
export function buildEvidenceBlocks(rows: readonly EvidenceRow[] | null, zone: string): Block[] {
  if (rows?.length === 0) return []
  const title: Block = { kind: 'heading', level: 1, runs: [{ text: texts.title, bold: true }] }
  const paragraph: Block = { kind: 'paragraph', runs: [{ text: rows ? texts.intro : texts.preview, bold: false }] }
  if (!rows) return [title, paragraph]
  const header = texts.columns.map((text) => ({ runs: [{ text, bold: true }] }))
  const table = { align: header.map(() => 'start' as const), totals: 0, header, rows: rows.map(toCells) }
  return [title, paragraph, { kind: 'table', ...table }]

  function toCells({ name, role, at, confirmation, origin, hash }: EvidenceRow): TableCell[] {
    const local = getLocalDateTime(zone, Date.parse(at.replace(' ', 'T')))
    const when = `${formatLongDate(local.slice(0, 10))}, ${formatLocalTime(local)} (${at.slice(11, 19)} UTC)`
    // Half of the hash on each line, because the table's text shrinks until its longest word fits.
    const fingerprint = `SHA-256\n${hash.slice(0, 32)}\n${hash.slice(32)}`
    return [
      {
        runs: [
          { text: name, bold: true },
          { text: `\n${role}`, bold: false },
        ],
      },
      { runs: [{ text: `${when}\n${confirmation}`, bold: false }] },
      { runs: [{ text: `${origin ? `${origin}\n` : ''}${fingerprint}`, bold: false }] },
    ]
  }
}

/** Returns device and network address in one line: «Chrome en Windows · 190.24.1.7». */
export const formatOrigin = ({ device, address }: Pick<ApprovalEvidence, 'device' | 'address'>): string =>
  [device, address].filter(Boolean).join(' · ')

/** Returns the approvals of the current state of a request: no undone ones, none before it was last sent. */
export function findValidApprovals<Event extends { action: string }>(events: readonly Event[]): Event[] {
  const done: Event[] = []
  for (const event of events) {
    // Only the latest action can be undone.
    if (event.action === 'undo') done.pop()
    else if (event.action in requestActions) done.push(event)
  }
  const start = done.findLastIndex(({ action }) => action === 'submit' || action === 'reopen')
  return done.slice(start + 1).filter(({ action }) => action === 'approve')
}
