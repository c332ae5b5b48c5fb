import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { requestStatusLabels } from '../../../domain/requests/request.ts'
import type { RequestItem, RequestPage } from '../../../domain/requests/request-output.ts'
import { filterableFormatsQuery } from '../../../formats/queries.ts'
import { setHelpPanelOpen } from '../../../help/use-help-panel.ts'
import { getToday } from '../../../lib/date-format.ts'
import { findByWords } from '../../../lib/find-by-words.ts'
import { formatNumber } from '../../../lib/number-format.ts'
import { pb } from '../../../lib/pb.ts'
import { setTheme, themeLabels, themes, useTheme } from '../../../lib/theme.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { useUser } from '../../../session/use-user.ts'
import { getPageWords, otherPages, settingsGroups } from '../../../settings/settings-pages.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { userListMatchesQuery } from '../../../users/found-users-query.ts'
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

const [password, deadline] = otherPages
const createCommand = (group: string, label: string, icon: IconName, run: () => void, words = ''): PaletteCommand => ({
  id: `${group} ${label}`,
  group,
  label,
  icon,
  words,
  run,
})

/** Returns actions and screens. Settings pages and formats are included only if `isSearching`, because there are many. */
export function useCommands(isSearching: boolean, signOut: () => void): PaletteCommand[] {
  const { role } = useUser()
  const navigate = useNavigate()
  const theme = useTheme((state) => state.theme)
  const decides = Boolean(useQuery(userTaskCountsQuery).data?.decide)
  const { data: formats = [] } = useQuery({ ...filterableFormatsQuery, enabled: isSearching })
  const open = (to: string, label: string, icon: IconName, words?: string, group = 'Ir a') =>
    createCommand(group, label, icon, () => void navigate({ to, search: {} }), words)
  const requestFormats = formats
    .filter(({ status }) => isSearching && status === 'published')
    .map(({ id, code, name, aliases = '' }) => {
      const start = () => void navigate({ to: '/app/request/create', search: { format: id } })
      return { ...createCommand('Acciones', `Nueva solicitud: ${name}`, 'format', start, `${code} ${aliases}`), id }
    })
  const adminScreens = [
    open('/app/setup', 'Preparar la instalación', 'check', 'organización firmante formatos prueba correo personas'),
    open(deadline.to, `Formatos › ${deadline.label}`, 'format', deadline.words),
    ...settingsGroups
      .flatMap(({ pages }) => pages)
      .map((page) => open(page.to, `Ajustes › ${page.name}`, 'settings', getPageWords(page))),
  ]
  const screens = listNavigationLinks(role).filter(({ to }) => to !== '/app/request/create')
  return [
    open('/app/request/create', 'Nueva solicitud', 'plus', 'crear pedir cargar', 'Acciones'),
    open('/app/request/create-batch', 'Nuevo lote', 'upload', 'crear pedir cargar', 'Acciones'),
    createCommand('Acciones', 'Ver la ayuda de esta pantalla', 'help', () => setHelpPanelOpen(true)),
    ...requestFormats,
    ...screens.map(({ to, name, icon }) => open(to, name, icon)),
    ...(decides ? [open('/app/request/queue', 'Revisar en orden', 'approve', 'aprobar decidir pendientes cola')] : []),
    open('/app/notices', 'Avisos', 'bell', 'notificaciones campana'),
    open('/app/profile', 'Mi perfil', 'user', `cuenta ${password.label} ${password.words} reemplazo claves correos`),
    open('/ayuda', 'Ayuda', 'help', 'manual documentación'),
    ...(isSearching && role === '_admin' ? adminScreens : []),
    ...themes
      .filter((each) => each !== theme)
      .map((each) => {
        const label = `Usar el tema ${themeLabels[each].label.toLowerCase()}`
        return createCommand('Cuenta', label, themeLabels[each].icon, () => setTheme(each), 'cambiar modo color')
      }),
    createCommand('Cuenta', 'Cerrar sesión', 'logout', signOut, 'salir'),
  ]
}

const maxShown = 5

/** Searches the requests that the user can see and, for approvers, the requests they may decide. */
async function searchRequests(search: string, decides: boolean): Promise<{ items: RequestItem[]; total: number }> {
  // Completes the number of a request of this year: «123» → «SOL-2026-000123».
  if (/^\d{1,6}$/.test(search)) {
    const found = await searchRequests(`SOL-${getToday().slice(0, 4)}-${search.padStart(6, '0')}`, decides)
    if (found.items.length > 0) return found
  }
  const find = (mine?: 'decide') =>
    pb.send<RequestPage>('/api/app/requests', { query: { search, mine, perPage: maxShown } })
  const [own, pending] = await Promise.all([find(), decides ? find('decide') : undefined])
  const found = new Map([...own.items, ...(pending?.items ?? [])].map((item) => [item.id, item]))
  return { items: [...found.values()].slice(0, maxShown), total: own.totalItems }
}

/** Returns commands for the requests and, for administrators, the users that match the text. */
export function useFoundRecords(typed: string): { commands: PaletteCommand[]; isPending: boolean; isFailed: boolean } {
  const { id: me, role } = useUser()
  const navigate = useNavigate()
  const isAdmin = role === '_admin'
  const decides = Boolean(useQuery(userTaskCountsQuery).data?.decide) && !isAdmin
  const text = useDebounced(typed, 200)
  // No retry, so that the palette shows a connection error immediately.
  const options = { enabled: text.length > 1, retry: false }
  const requests = useQuery({
    queryKey: ['requests', 'palette', text, decides],
    queryFn: () => searchRequests(text, decides),
    ...options,
  })
  const users = useQuery({ ...userListMatchesQuery(text), ...options, enabled: options.enabled && isAdmin })
  if (typed.length < 2) return { commands: [], isPending: false, isFailed: false }
  const { items = [], total = 0 } = requests.data ?? {}
  const openRequest = ({ id, status, owner }: RequestItem) =>
    void (status === 'draft' && owner === me
      ? navigate({ to: '/app/request/create', search: { draft: id } })
      : navigate({ to: '/app/request/$requestId', params: { requestId: id } }))
  const foundRequests = items.map((item) => ({
    ...createCommand('Solicitudes', item.number || `Borrador de ${item.formatName}`, 'requests', () =>
      openRequest(item),
    ),
    id: item.id,
    detail: describeRequest(item, me),
  }))
  const all = createCommand('Solicitudes', `Ver las ${formatNumber(total)} solicitudes con «${text}»`, 'search', () => {
    void navigate({ to: '/app/request', search: { search: text } })
  })
  const matches = (users.data ?? []).map((user) => ({ ...user, label: user.name, words: user.email }))
  const foundUsers = findByWords(matches, text).slice(0, maxShown)
  const openUser = (userId: string) => void navigate({ to: '/app/user-managment/$userId/request', params: { userId } })
  return {
    commands: [
      ...foundRequests,
      ...(total > items.length ? [all] : []),
      ...foundUsers.map(({ id, label, email }) => ({
        ...createCommand('Usuarios', label, 'user', () => openUser(id)),
        id,
        detail: email,
      })),
    ],
    isPending: text !== typed || requests.isLoading || users.isLoading,
    isFailed: requests.isError || users.isError,
  }
}

/** Formats status, format, requester and summary of a request. Omits the caller's own name and repeated texts. */
function describeRequest({ status, owner, ownerName, formatName, summary }: RequestItem, me: string): string {
  const requester = owner !== me && !summary.includes(ownerName) && ownerName
  return [requestStatusLabels[status].label, formatName, requester, summary !== formatName && summary]
    .filter(Boolean)
    .join(' · ')
}
