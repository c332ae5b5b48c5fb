import type { VersionChanges } from '../../domain/formats/version-changes.ts'
import { formatCount } from '../../lib/number-format.ts'
import { cx } from '../../ui/cx.ts'
import { Stack } from '../../ui/stack.tsx'
import { fieldSettingLabels, versionPartLabels } from './change-summary.ts'
import type { DiffLine } from './diff-text.ts'
import s from './version-diff.module.css'

interface Props {
  changes: VersionChanges
  lines: readonly DiffLine[]
}

/** Differences between two versions: fields, other parts, and the lines of the body. */
export function VersionDiff({ changes, lines }: Props) {
  const { addedFields, removedFields, changedFields, reordersFields, parts } = changes
  const hasFieldChanges = addedFields.length + removedFields.length + changedFields.length > 0 || reordersFields
  return (
    <Stack gap={4}>
      {hasFieldChanges && (
        <section>
          <h4 className={s.heading}>Campos</h4>
          <ul className={s.fields}>
            {addedFields.map(({ key, label }) => (
              <li key={key}>
                <strong>Agregado:</strong> {label} <code>{key}</code>
              </li>
            ))}
            {removedFields.map(({ key, label }) => (
              <li key={key}>
                <strong>Quitado:</strong> {label} <code>{key}</code>
              </li>
            ))}
            {changedFields.map(({ key, label, settings }) => (
              <li key={key}>
                <strong>Cambiado:</strong> {label} <code>{key}</code>:{' '}
                {settings.map((setting) => fieldSettingLabels[setting] ?? setting).join(', ')}
              </li>
            ))}
            {reordersFields && <li>Los campos están en otro orden.</li>}
          </ul>
        </section>
      )}
      {parts.length > 0 && (
        <section>
          <h4 className={s.heading}>Otras pestañas</h4>
          <ul className={s.fields}>
            {parts.map((part) => (
              <li key={part}>
                <strong>Cambiado:</strong> {versionPartLabels[part]}
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.body && (
        <section>
          <h4 className={s.heading}>Redacción</h4>
          <ol className={s.lines}>
            {lines.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison have a fixed order
              <li key={i} className={cx(s.line, s[line.kind])}>
                <DiffLineText line={line} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </Stack>
  )
}

const kindLabels = { added: 'Agregada: ', removed: 'Quitada: ' }

function DiffLineText({ line: { kind, pieces, count } }: { line: DiffLine }) {
  if (kind === 'skipped') return formatCount(count, 'línea igual', 'líneas iguales')
  if (kind === 'same') return pieces[0]?.text || '\u00a0'
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark className={s.mark}>
      <span className="visually-hidden">{kindLabels[kind]}</span>
      {pieces.map(({ text, changed }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have a fixed order
        <span key={i} className={changed ? s.changed : undefined}>
          {text || '\u00a0'}
        </span>
      ))}
    </Mark>
  )
}
