import type { Role } from '../../../domain/users/role.ts'
import type { IconName } from '../../../ui/icon.tsx'

interface NavigationLink {
  to: string
  name: string
  /** Label below the icon on phones. */
  short: string
  icon: IconName
  role?: Role
  /** Path of another page on which this link is shown as active. */
  with?: string
}

/** Links of the navigation. The first four are for all users and also form the bottom navigation of phones. */
const navigationLinks: readonly NavigationLink[] = [
  { to: '/app/dashboard', name: 'Panel', short: 'Panel', icon: 'dashboard', with: '/app/setup' },
  { to: '/app/request', name: 'Solicitudes', short: 'Solicitudes', icon: 'requests' },
  { to: '/app/request/create', name: 'Nueva solicitud', short: 'Nueva', icon: 'plus' },
  { to: '/app/request/batch', name: 'Lotes', short: 'Lotes', icon: 'batch', with: '/app/request/create-batch' },
  { to: '/app/report', name: 'Informe', short: 'Informe', icon: 'chart', role: '_admin' },
  { to: '/app/format', name: 'Formatos', short: 'Formatos', icon: 'format', role: '_admin' },
  { to: '/app/user-managment', name: 'Usuarios', short: 'Usuarios', icon: 'users', role: '_admin' },
  { to: '/app/settings', name: 'Ajustes', short: 'Ajustes', icon: 'settings', role: '_admin', with: '/app/audit' },
]

export const listNavigationLinks = (role: Role) => navigationLinks.filter((place) => !place.role || place.role === role)

/** Returns the path of the active navigation link: the longest prefix of `pathname`. */
export function findActivePath(pathname: string): string {
  const isInside = (to: string) => `${pathname}/`.startsWith(`${to}/`)
  const inside = navigationLinks.filter((place) => isInside(place.to) || (place.with && isInside(place.with)))
  return inside.sort((a, b) => b.to.length - a.to.length)[0]?.to ?? ''
}
