import type { VersionContent } from '../../domain/formats/version-changes.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { summarizeChanges } from './change-summary.ts'
import { useVersionChanges } from './use-version-changes.ts'
import s from './version-list.module.css'
import type { ListedVersion } from './version-queries.ts'

interface Props {
  version: ListedVersion
  draft: VersionContent
  onClose: () => void
  onConfirm: () => void
}

/** Dialog that asks whether a version replaces the draft. Lists the changes this makes. */
export function ReturnDialog({ version: { number, content }, draft, onClose, onConfirm }: Props) {
  const { changes, lines } = useVersionChanges(draft, content)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={`¿Volver a la versión ${number}?`}
      confirmLabel="Reemplazar el borrador"
    >
      <p>En el borrador cambia:</p>
      <ul className={s.summary}>
        {summarizeChanges(changes, lines).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>El nombre, la descripción y el plazo no cambian. Nada se guarda ni se publica todavía, y puede deshacerlo.</p>
    </ConfirmDialog>
  )
}
