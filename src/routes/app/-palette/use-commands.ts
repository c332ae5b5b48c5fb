import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { filterableFormatsQuery } from '../../../formats/queries.ts'
import { setHelpPanelOpen } from '../../../help/use-help-panel.ts'
import { setTheme, type Theme, themes, useTheme } from '../../../lib/theme.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { useUser } from '../../../session/use-user.ts'
import { getPageWords, otherPages, settingsGroups } from '../../../settings/settings-pages.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { listNavigationLinks } from '../-shell/navigation-links.ts'

/** Entry of the command palette: an action or a screen that the user can search for. */
export interface PaletteCommand {
  id: string
  group: string
  label: string
  detail?: string
  icon: IconName
  words?: string
  run: () => void
}

/** Screen that is not in the navigation menu. */
type Screen = [to: string, name: string, icon: IconName, words?: string]

const [password, deadline] = otherPages

const userScreens: readonly Screen[] = [
  ['/app/notices', 'Avisos', 'bell', 'notificaciones campana'],
  ['/app/profile', 'Mi perfil', 'user', `cuenta ${password.label} ${password.words} reemplazo claves correos`],
  ['/ayuda', 'Ayuda', 'help', 'manual documentación'],
]

const adminScreens: readonly Screen[] = [
  ['/app/setup', 'Preparar la instalación', 'check', 'organización firmante formatos prueba correo personas'],
  [deadline.to, `Formatos › ${deadline.label}`, 'format', deadline.words],
  ...settingsGroups.flatMap(({ pages }) =>
    pages.map((page): Screen => [page.to, `Ajustes › ${page.name}`, 'settings', getPageWords(page)]),
  ),
]

const themeLabels = {
  light: 'Usar el tema claro',
  dark: 'Usar el tema oscuro',
  system: 'Usar el tema del sistema',
} as const satisfies Record<Theme, string>
const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

/** Returns the screens that the user may open. Settings pages are included only if `isSearching`. */
function useScreenCommands(isSearching: boolean): PaletteCommand[] {
  const { role } = useUser()
  const navigate = useNavigate()
  const decides = Boolean(useQuery(userTaskCountsQuery).data?.decide)
  const go = (to: string, label: string, icon: IconName, words?: string): PaletteCommand => ({
    id: `${to} ${label}`,
    group: 'Ir a',
    label,
    icon,
    ...(words && { words }),
    run: () => void navigate({ to }),
  })
  return [
    ...listNavigationLinks(role)
      // Excludes the form for new requests, because it is listed as an action.
      .filter(({ to }) => to !== '/app/request/create')
      .map(({ to, name, icon }) => go(to, name, icon)),
    ...(decides ? [go('/app/request/queue', 'Revisar en orden', 'approve', 'aprobar decidir pendientes cola')] : []),
    ...userScreens.map((screen) => go(...screen)),
    ...(isSearching && role === '_admin' ? adminScreens.map((screen) => go(...screen)) : []),
  ]
}

/** Returns the actions that the user may run, except those that create a request of a certain format. */
function useActionCommands(signOut: () => void): Record<'work' | 'account', PaletteCommand[]> {
  const navigate = useNavigate()
  const theme = useTheme((state) => state.theme)
  const act = (group: string, label: string, icon: IconName, run: () => void, words = ''): PaletteCommand => ({
    id: label,
    group,
    label,
    icon,
    words,
    run,
  })
  const create = (label: string, icon: IconName, to: string) =>
    act('Acciones', label, icon, () => void navigate({ to, search: {} }), 'crear pedir cargar')
  return {
    work: [
      create('Nueva solicitud', 'plus', '/app/request/create'),
      create('Nuevo lote', 'upload', '/app/request/create-batch'),
      act('Acciones', 'Ver la ayuda de esta pantalla', 'help', () => setHelpPanelOpen(true)),
    ],
    account: [
      ...themes
        .filter((each) => each !== theme)
        .map((each) => act('Cuenta', themeLabels[each], themeIcons[each], () => setTheme(each), 'cambiar modo color')),
      act('Cuenta', 'Cerrar sesión', 'logout', signOut, 'salir'),
    ],
  }
}

/** Returns one action per published format, which creates a request. */
function useFormatCommands(isNeeded: boolean): PaletteCommand[] {
  const navigate = useNavigate()
  const { data: formats = [] } = useQuery({ ...filterableFormatsQuery, enabled: isNeeded })
  return formats
    .filter(({ status }) => status === 'published')
    .map(({ id, code, name, aliases = '' }) => ({
      id,
      group: 'Acciones',
      label: `Nueva solicitud: ${name}`,
      icon: 'format',
      words: `${code} ${aliases}`,
      run: () => void navigate({ to: '/app/request/create', search: { format: id } }),
    }))
}

/**
 * Returns screens and actions. Settings pages and formats are included only if `isSearching`, because there are many.
 */
export function useCommands(isSearching: boolean, signOut: () => void): PaletteCommand[] {
  const screens = useScreenCommands(isSearching)
  const { work, account } = useActionCommands(signOut)
  const formats = useFormatCommands(isSearching)
  return [...work, ...(isSearching ? formats : []), ...screens, ...account]
}
