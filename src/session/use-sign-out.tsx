import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { describeUnsentData } from './account/unsent-data.ts'
import { signOut } from './session.ts'
import s from './use-sign-out.module.css'
import { useUser } from './use-user.ts'

/** Returns the sign-out function and its confirmation dialog, which opens only if this browser stores unsent data. */
export function useSignOut(): { askToSignOut: () => Promise<void>; dialog: ReactNode } {
  const user = useUser()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<string[]>([])
  async function leave() {
    const gone = signOut()
    await navigate({ to: '/auth/login' })
    await gone
  }
  async function askToSignOut() {
    const found = await describeUnsentData(user.id)
    if (found.length > 0) setUnsent(found)
    else await leave()
  }
  const dialog = (
    <ConfirmDialog
      open={unsent.length > 0}
      onClose={() => setUnsent([])}
      onConfirm={() => void leave()}
      title="¿Cerrar la sesión?"
      confirmLabel="Borrar y cerrar sesión"
      danger
    >
      <p>Al cerrar la sesión se borra de este navegador:</p>
      <ul className={s.unsent}>
        {unsent.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
  return { askToSignOut, dialog }
}
