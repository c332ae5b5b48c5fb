import type { Event, EventEntry } from '../domain/history/event.ts'
import { getEventFieldLabel } from '../domain/history/event-labels.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { roleLabels } from '../domain/users/role.ts'
import { EventEvidence } from './event-evidence.tsx'
import s from './event-table.module.css'

export function EventDetails({ event }: { event: EventEntry }) {
  const { reason, details, device, address } = event
  const detailFormatters = [...listChanges(event), ...listDetails(event)]
  const why = event.action === 'documentFailed' && reason ? getErrorMessage(reason, details) : reason
  const { evidence } = details ?? {}
  if (!detailFormatters.length && !why && !address && !evidence) return null
  return (
    <div className={s.details}>
      {detailFormatters.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {why && <p className="pre-line">{why}</p>}
      <EventEvidence details={details} />
      {address && !evidence && <p className="text-secondary">{[device, address].filter(Boolean).join(' · ')}</p>}
    </div>
  )
}

const shown = (value: unknown) => {
  if (value === true || value === 'true') return 'Sí'
  if (value === false || value === 'false') return 'No'
  return value === '' || value === null || value === undefined ? '—' : `«${String(value)}»`
}

/** Returns the changes as texts: «Ciudad: «Bogotá» → «Tunja»»; only the field's name if values were not stored. */
function listChanges({ details, action, from, to }: Event): string[] {
  if (action === 'role') return [`${getRoleName(from)} → ${getRoleName(to)}`]
  const changes = (details?.changes ?? {}) as Record<string, { from?: unknown; to?: unknown }>
  const fields = (Array.isArray(details?.fields) ? details.fields : Object.keys(changes)) as string[]
  const known = fields.filter((field) => changes[field])
  const others = fields.filter((field) => !changes[field]).map(getEventFieldLabel)
  return [
    ...known.map(
      (field) => `${getEventFieldLabel(field)}: ${shown(changes[field]?.from)} → ${shown(changes[field]?.to)}`,
    ),
    ...(others.length ? [others.join(', ')] : []),
  ]
}

const getRoleName = (role: string) => roleLabels[role as keyof typeof roleLabels] ?? role

const detailTexts: Record<string, (value: unknown) => string> = {
  version: (value) => (value ? `Versión ${value}` : ''),
  number: String,
  documentNumber: String,
  fileName: String,
  name: String,
  email: String,
  code: String,
  answer: String,
  found: (value) => `Encontradas: ${value}`,
  missing: (value) => `No encontradas: ${value}`,
  substitute: String,
  registrations: (value) => `Registros: ${value}`,
  members: (value) => (Array.isArray(value) ? value.join(', ') : ''),
}

function listDetails({ details, action }: Event): string[] {
  if (action === 'documentFailed') return []
  return Object.entries(detailTexts).flatMap(([key, say]) => {
    const value = details?.[key]
    const text = value === undefined || value === null || value === '' ? '' : say(value)
    return text ? [text] : []
  })
}
