import { useNavigate } from '@tanstack/react-router'
import { roleLabels } from '../../../domain/users/role.ts'
import { useSignOut } from '../../../session/use-sign-out.tsx'
import { useUser } from '../../../session/use-user.ts'
import { Menu } from '../../../ui/actions/menu.tsx'
import { Icon } from '../../../ui/icon.tsx'
import s from './user-menu.module.css'

export function UserMenu({ onGo }: { onGo?: (() => void) | undefined }) {
  const user = useUser()
  const navigate = useNavigate()
  const { askToSignOut, dialog } = useSignOut()
  function openProfile() {
    onGo?.()
    void navigate({ to: '/app/profile' })
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
          { label: 'Cerrar sesión', icon: 'logout', separated: true, onSelect: () => void askToSignOut() },
        ]}
      />
      {dialog}
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
