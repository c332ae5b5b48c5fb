import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CallerCounts } from '../../../domain/requests/counts.ts'
import { type RequestItem, type RequestPage, requestStatusLabels } from '../../../domain/requests/request.ts'
import type { User } from '../../../domain/users/user.ts'
import { getToday } from '../../../lib/date-format.ts'
import { formatNumber } from '../../../lib/number-format.ts'
import { pb } from '../../../lib/pb.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { useUser } from '../../../session/use-user.ts'
import { userListMatchesQuery } from '../../../users/found-users-query.ts'
import { expandRequestNumber, findCommands } from './find-commands.ts'
import type { PaletteCommand } from './use-commands.ts'

const maxShown = 5

const fetchRequests = (search: string, mine?: 'decide') =>
  pb.send<RequestPage>('/api/app/requests', { query: { search, mine, perPage: maxShown } })

/** Searches the requests that the user can see and, for approvers, the requests they may decide. */
async function searchRequests(text: string, decides: boolean): Promise<{ items: RequestItem[]; total: number }> {
  const [own, pending] = await Promise.all([fetchRequests(text), decides ? fetchRequests(text, 'decide') : undefined])
  const others = pending?.items.filter(({ id }) => !own.items.some((item) => item.id === id)) ?? []
  return { items: [...own.items, ...others].slice(0, maxShown), total: own.totalItems }
}

const foundRequestsQuery = (text: string, me: User, counts: CallerCounts | undefined) => {
  const decides = me.role !== '_admin' && Boolean(counts?.decide)
  return {
    queryKey: ['requests', 'palette', text, decides],
    queryFn: async () => {
      const number = expandRequestNumber(text, getToday().slice(0, 4))
      const found = await searchRequests(number, decides)
      return found.items.length > 0 || number === text ? found : searchRequests(text, decides)
    },
    // No retry, so that the palette shows a connection error at once.
    retry: false,
  }
}

/** Returns commands for the requests and, for administrators, the users that match the text. */
export function useFoundRecords(typed: string): { commands: PaletteCommand[]; isPending: boolean; isFailed: boolean } {
  const me = useUser()
  const isAdmin = me.role === '_admin'
  const text = useDebounced(typed.trim(), 200)
  const enabled = text.length > 1
  const counts = useQuery(userTaskCountsQuery).data
  const requests = useQuery({ ...foundRequestsQuery(text, me, counts), enabled })
  const users = useQuery({ ...userListMatchesQuery(text), enabled: enabled && isAdmin, retry: false })
  const toRequestCommands = useRequestCommands(me)
  const toUserCommands = useUserCommands()
  const isAsked = typed.trim().length > 1
  return {
    commands: isAsked
      ? [...toRequestCommands(text, requests.data), ...toUserCommands(text, (isAdmin && users.data) || [])]
      : [],
    isPending: isAsked && (text !== typed.trim() || requests.isLoading || users.isLoading),
    isFailed: isAsked && (requests.isError || users.isError),
  }
}

function useRequestCommands(me: User) {
  const navigate = useNavigate()
  return (text: string, found: { items: RequestItem[]; total: number } | undefined): PaletteCommand[] => {
    const { items = [], total = 0 } = found ?? {}
    const group = 'Solicitudes'
    const commands = items.map((item): PaletteCommand => {
      const { id, number, status, owner, ownerName, formatName, summary } = item
      const isOwnDraft = status === 'draft' && owner === me.id
      return {
        id,
        group,
        label: number || `Borrador de ${formatName}`,
        detail: [
          requestStatusLabels[status],
          formatName,
          owner !== me.id && !summary.includes(ownerName) && ownerName,
          summary !== formatName && summary,
        ]
          .filter(Boolean)
          .join(' · '),
        icon: 'requests',
        run: () =>
          void (isOwnDraft
            ? navigate({ to: '/app/request/create', search: { draft: id } })
            : navigate({ to: '/app/request/$requestId', params: { requestId: id } })),
      }
    })
    if (total <= items.length) return commands
    return [
      ...commands,
      {
        id: 'all-requests',
        group,
        label: `Ver las ${formatNumber(total)} solicitudes con «${text}»`,
        icon: 'search',
        run: () => void navigate({ to: '/app/request', search: { search: text } }),
      },
    ]
  }
}

function useUserCommands() {
  const navigate = useNavigate()
  return (text: string, users: readonly Pick<User, 'id' | 'name' | 'email'>[]): PaletteCommand[] => {
    const searchable = users.map((user) => ({ ...user, label: user.name, words: user.email }))
    return findCommands(searchable, text)
      .slice(0, maxShown)
      .map(({ id, name, email }) => ({
        id,
        group: 'Usuarios',
        label: name,
        detail: email,
        icon: 'user',
        run: () => void navigate({ to: '/app/user-managment/$userId/request', params: { userId: id } }),
      }))
  }
}
