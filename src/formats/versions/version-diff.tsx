import type { VersionChanges } from '../../domain/formats/version-changes.ts'
import { formatCount } from '../../lib/number-format.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { fieldSettingLabels, versionPartLabels } from './change-summary.ts'
import type { DiffLine } from './diff-text.ts'
import { listSettingChanges, type SettingChange } from './setting-changes.ts'
import s from './version-diff.module.css'

interface Props {
  changes: VersionChanges
  /** `undefined` until the lines are compared. */
  lines: readonly DiffLine[] | undefined
}

/** Differences between two versions: fields, other parts, and the lines of the body. */
export function VersionDiff({ changes, lines }: Props) {
  const { addedFields, removedFields, changedFields, reordersFields, endNote, parts } = changes
  const hasFieldChanges =
    addedFields.length + removedFields.length + changedFields.length > 0 || reordersFields || endNote
  return (
    <Stack gap={4}>
      {hasFieldChanges && (
        <section>
          <h4 className={s.heading}>Campos</h4>
          <ul className={s.fields}>
            {addedFields.map((field) => (
              <li key={field.key}>
                <strong>Agregado:</strong> {field.label} <code>{field.key}</code>
                <SettingChangeList changes={listSettingChanges({ ...field, ...noLayout }, field, layoutSettings)} />
              </li>
            ))}
            {removedFields.map((field) => (
              <li key={field.key}>
                <strong>Quitado:</strong> {field.label} <code>{field.key}</code>
                <SettingChangeList changes={listSettingChanges(field, { ...field, ...noLayout }, layoutSettings)} />
              </li>
            ))}
            {changedFields.map(({ before, after, settings }) => (
              <li key={after.key}>
                <strong>Cambiado:</strong> {after.label} <code>{after.key}</code>
                <SettingChangeList changes={listSettingChanges(before, after, settings)} />
              </li>
            ))}
            {reordersFields && <li>Los campos están en otro orden.</li>}
            {endNote && (
              <li>
                <strong>Cambiado:</strong> formulario
                <SettingChangeList changes={[{ label: fieldSettingLabels.after, ...endNote }]} />
              </li>
            )}
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
            {lines?.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison have a fixed order
              <li key={i} className={cx(s.line, s[line.kind])}>
                <DiffLineText line={line} />
              </li>
            ))}
          </ol>
          {!lines && <Skeleton lines={3} />}
        </section>
      )}
    </Stack>
  )
}

/** Setting to show of an added or removed field: the section, note or page break above it. */
const layoutSettings = ['before'] as const
const noLayout = { before: {} }

/** Settings with their text before and after the change. */
function SettingChangeList({ changes }: { changes: readonly SettingChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={s.settings}>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {before === null && after === null ? label : `${label}: `}
          {before && (
            <del className={s.mark}>
              <span className="visually-hidden">antes </span>
              {before}
            </del>
          )}
          {before && after && ' → '}
          {after && (
            <ins className={s.mark}>
              <span className="visually-hidden">ahora </span>
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
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
