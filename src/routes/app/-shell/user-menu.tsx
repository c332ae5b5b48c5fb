import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { roleLabels } from '../../../domain/users/role.ts'
import { signOut } from '../../../session/session.ts'
import { describeUnsentData } from '../../../session/unsent-data.ts'
import { useUser } from '../../../session/use-user.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import s from './user-menu.module.css'

export function UserMenu({ onGo }: { onGo?: (() => void) | undefined }) {
  const user = useUser()
  const navigate = useNavigate()
  function openProfile() {
    onGo?.()
    void navigate({ to: '/app/profile' })
  }
  const [unsent, setUnsent] = useState<string[]>([])
  async function ask() {
    const found = await describeUnsentData(user.id)
    if (found.length > 0) setUnsent(found)
    else await leave()
  }
  async function leave() {
    const gone = signOut()
    await navigate({ to: '/auth/login' })
    await gone
  }
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <button type="button" className={s.trigger} aria-label={`Cuenta de ${user.name || user.email}`}>
            <span className={s.initials} aria-hidden="true">
              {getInitials(user.name || user.email)}
            </span>
            <span className={s.who}>
              <span className={s.name}>{user.name || user.email}</span>
              <span className={s.role}>{roleLabels[user.role]}</span>
            </span>
            <Icon name="sort" size={16} />
          </button>
        }
        items={[
          { label: 'Mi perfil', icon: 'user', onSelect: openProfile },
          { label: 'Cerrar sesión', icon: 'logout', separated: true, onSelect: () => void ask() },
        ]}
      />
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
    </>
  )
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
