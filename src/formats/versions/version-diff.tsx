import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import type { ComparedPart, VersionChanges, VersionContent } from '../../domain/formats/version-changes.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Stack } from '../../ui/page/layout.tsx'
import { fieldSettingLabels, versionSettingLabels } from '../setting-labels.ts'
import s from './version-list.module.css'

/** Row of two texts side by side. A side is missing if its text lacks the line. */
interface ComparedLine {
  before?: string
  after?: string
}

/** Maximum number of added and removed lines. Texts with more are shown as completely replaced, because comparing them takes too long. */
const maxChangedLines = 500

/** Compares two texts by line. Returns the changed passages with two equal lines around each. */
export function compareTexts(before: string, after: string): ComparedLine[][] {
  const options = { context: 2, maxEditLength: maxChangedLines }
  // With a line break at the end, because a last line without one differs from the same line with one.
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', options)
  const replaced = () => [
    ...before.split('\n').map((line) => `-${line}`),
    ...after.split('\n').map((line) => `+${line}`),
  ]
  return (patch?.hunks ?? [{ lines: replaced() }]).map(({ lines }) => pairLines(lines))
}

/** Pairs removed with added lines of a patch: `[' a', '-b', '+c']` → a beside a, b beside c. */
function pairLines(lines: readonly string[]): ComparedLine[] {
  const rows: ComparedLine[] = []
  /** Index of the first row that may still get an added line. */
  let open = 0
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('-')) rows.push({ before: text })
    else if (line.startsWith('+')) {
      const row = rows[open]
      if (row) row.after = text
      else rows.push({ after: text })
      open += 1
    } else {
      rows.push({ before: text, after: text })
      open = rows.length
    }
  }
  return rows
}

const partLabels: Record<ComparedPart, string> = {
  ...versionSettingLabels,
  order: 'Orden de los campos',
  endNote: 'Nota del final',
}

/** Returns the changes as short texts: `['Campos: 1 agregado, 2 cambiados', 'Redacción']`. */
export function summarizeChanges({ addedFields, removedFields, changedFields, parts }: VersionChanges): string[] {
  const counts = [
    addedFields.length > 0 && formatCount(addedFields.length, 'agregado', 'agregados'),
    removedFields.length > 0 && formatCount(removedFields.length, 'quitado', 'quitados'),
    changedFields.length > 0 && formatCount(changedFields.length, 'cambiado', 'cambiados'),
  ].filter((part) => part !== false)
  return [...(counts.length > 0 ? [`Campos: ${counts.join(', ')}`] : []), ...parts.map((part) => partLabels[part])]
}

interface Props {
  changes: VersionChanges
  before: VersionContent
  after: VersionContent
}

export function VersionDiff({ changes, before, after }: Props) {
  const { addedFields, removedFields, changedFields, parts } = changes
  const items = [
    ...addedFields.map(({ key, label }) => ({ key, change: 'Agregado', label, settings: [] })),
    ...removedFields.map(({ key, label }) => ({ key, change: 'Quitado', label, settings: [] })),
    ...changedFields.map(({ field: { key, label }, settings }) => ({ key, change: 'Cambiado', label, settings })),
  ]
  const others = parts.filter((part) => part !== 'body')
  return (
    <Stack gap={4}>
      {items.length > 0 && (
        <section>
          <h4 className={s.heading}>Campos</h4>
          <ul className="wrap-anywhere stack-1">
            {items.map(({ key, change, label, settings }) => (
              <li key={key}>
                <strong>{change}:</strong> {label} <code>{key}</code>
                {settings.length > 0 && ` (${settings.map((setting) => fieldSettingLabels[setting]).join(', ')})`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <p>
          <strong>Otros cambios:</strong> {others.map((part) => partLabels[part].toLowerCase()).join(', ')}
        </p>
      )}
      {parts.includes('body') && <TextDiff before={before.body} after={after.body} />}
    </Stack>
  )
}

function TextDiff({ before, after }: { before: string; after: string }) {
  const passages = useMemo(() => compareTexts(before, after), [before, after])
  return (
    <table className={s.texts}>
      <caption className={s.heading}>Redacción</caption>
      <thead>
        <tr>
          <th scope="col">Antes</th>
          <th scope="col">Ahora</th>
        </tr>
      </thead>
      {passages.map((lines, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a comparison have a fixed order
        <tbody key={i}>
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a passage have a fixed order
            <tr key={row}>
              <td>
                {line.before === line.after ? line.before : line.before !== undefined && <del>{line.before}</del>}
              </td>
              <td>{line.before === line.after ? line.after : line.after !== undefined && <ins>{line.after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
