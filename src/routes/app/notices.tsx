import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { NoticePage } from '../../domain/notices/notice-output.ts'
import { formatCount } from '../../lib/number-format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { NoticeList, useNoticeList } from '../../notices/notice-list.tsx'
import { markNoticesReadMutation, noticeListQuery } from '../../notices/queries.ts'
import { Button, LinkButton } from '../../ui/actions/button.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { focusPageTitle, PageHeader, Panel, Stack } from '../../ui/page/layout.tsx'
import { EmptyState } from '../../ui/state/screen-states.tsx'

export const Route = createFileRoute('/app/notices')({
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 100 ? { page } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => queryClient.query(noticeListQuery(deps.page ?? 1)),
  component: Notices,
})

/** Moves focus to the page title if `button` has the focus, because the button is about to disappear. */
function focusInsteadOf(button: Element) {
  if (document.activeElement === button || document.activeElement === document.body) focusPageTitle()
}

function Notices() {
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data } = useNoticeList(page)
  const read = useMutation(markNoticesReadMutation)
  const { items = [], unread = 0, latest }: Partial<NoticePage> = data ?? {}
  return (
    <Stack>
      <PageHeader
        title="Avisos"
        description={unread ? `${formatCount(unread, 'nuevo', 'nuevos')}. Se guardan 90 días.` : 'Se guardan 90 días.'}
        actions={
          unread > 0 &&
          latest && (
            <Button
              icon="check"
              pending={read.isPending}
              onClick={({ currentTarget }) =>
                read.mutate({ until: latest }, { onSuccess: () => focusInsteadOf(currentTarget) })
              }
            >
              Marcar todo como leído
            </Button>
          )
        }
      />
      <Panel flush>
        {items.length === 0 ? (
          <EmptyState
            icon="bell"
            title="No hay avisos"
            action={<LinkButton to="/app/profile">Elegir qué avisos llegan por correo</LinkButton>}
          >
            Aquí aparecen las novedades de sus solicitudes y sus pendientes.
          </EmptyState>
        ) : (
          <NoticeList items={items} onOpen={({ id, readAt }) => readAt || read.mutate({ ids: [id] })} />
        )}
      </Panel>
      {data && data.totalItems > data.perPage && (
        <Pagination
          page={page}
          perPage={data.perPage}
          totalItems={data.totalItems}
          onPage={(next) => void navigate({ search: { page: next } })}
        />
      )}
    </Stack>
  )
}
