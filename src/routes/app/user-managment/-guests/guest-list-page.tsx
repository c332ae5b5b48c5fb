import { useQuery } from '@tanstack/react-query'
import { useLoaderDeps, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Guest } from '../../../../domain/links/link-output.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import { formatCount } from '../../../../lib/number-format.ts'
import { isInitialLoadError } from '../../../../lib/query-client.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { SegmentedLinks } from '../../../../ui/actions/segmented-links.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { Table } from '../../../../ui/data/table.tsx'
import { SearchInput } from '../../../../ui/form/search-input.tsx'
import { MutationDialog } from '../../../../ui/overlay/mutation-dialog.tsx'
import { PageHeader, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../ui/state/screen-states.tsx'
import { blockGuestMutation, guestListQuery } from '../../../../users/guest-queries.ts'
import { UserStatusFilterLinks } from '../../../../users/user-filters.tsx'

const from = '/app/user-managment/guests'

/** People who receive documents without an account, and may be blocked. */
export function GuestListPage() {
  const search = useLoaderDeps({ from })
  const navigate = useNavigate({ from })
  const { data } = useQuery({ ...guestListQuery(search), throwOnError: isInitialLoadError })
  const [asking, setAsking] = useState<Guest | null>(null)
  const { items, page, perPage, totalItems } = data ?? { items: [], page: 1, perPage: 1, totalItems: 0 }
  return (
    <Stack>
      <PageHeader title="Personas externas" />
      <SegmentedLinks label="Estado">
        <UserStatusFilterLinks />
      </SegmentedLinks>
      <SearchInput
        label="Buscar por nombre o correo"
        value={search.search ?? ''}
        onChange={(text) => void navigate({ search: text ? { search: text } : {} })}
      />
      <Panel flush>
        {items.length > 0 ? (
          <GuestTable guests={items} onAsk={setAsking} />
        ) : (
          <EmptyState icon="users" title={search.search ? 'Nadie coincide con la búsqueda' : 'Todavía no hay nadie'}>
            Aquí aparece quien recibe un documento por correo sin tener una cuenta.
          </EmptyState>
        )}
      </Panel>
      {totalItems > perPage && (
        <Pagination
          page={page}
          perPage={perPage}
          totalItems={totalItems}
          onPage={(next) => void navigate({ search: { ...search, page: next } })}
        />
      )}
      {asking && <BlockDialog guest={asking} onClose={() => setAsking(null)} />}
    </Stack>
  )
}

function GuestTable({ guests, onAsk }: { guests: readonly Guest[]; onAsk: (guest: Guest) => void }) {
  return (
    <Table
      caption="Personas externas"
      rows={guests}
      rowId={({ id }) => id}
      columns={[
        { id: 'email', header: 'Correo', card: 'title', cell: ({ email }) => email },
        { id: 'name', header: 'Nombre', card: 'text', cell: ({ name }) => name },
        {
          id: 'activity',
          header: 'Última actividad',
          card: 'meta',
          cell: ({ documents, openedAt, sentAt }) => {
            const last = openedAt ? `apertura ${formatTimeAgo(openedAt)}` : sentAt && `envío ${formatTimeAgo(sentAt)}`
            return [formatCount(documents, 'documento', 'documentos'), last].filter(Boolean).join(', ')
          },
        },
        {
          id: 'blocked',
          header: 'Estado',
          card: 'status',
          cell: ({ blocked }) => blocked && <Badge tone="danger">Bloqueada</Badge>,
        },
        {
          id: 'actions',
          header: 'Acciones',
          hideHeader: true,
          align: 'end',
          cell: (guest) => (
            <Button size="s" onClick={() => onAsk(guest)}>
              {guest.blocked ? 'Desbloquear' : 'Bloquear'}
            </Button>
          ),
        },
      ]}
    />
  )
}

function BlockDialog({ guest: { id, email, blocked }, onClose }: { guest: Guest; onClose: () => void }) {
  return (
    <MutationDialog
      onClose={onClose}
      mutation={blockGuestMutation}
      variables={{ id, blocked: !blocked }}
      title={`¿${blocked ? 'Desbloquear' : 'Bloquear'} a ${email}?`}
      confirmLabel={blocked ? 'Desbloquear' : 'Bloquear'}
      danger={!blocked}
    >
      <p>
        {blocked
          ? 'Podrá abrir otra vez los documentos de sus enlaces vigentes. Los correos cancelados no se envían solos.'
          : 'Deja de ver sus documentos ya mismo, también si tiene uno abierto. No recibe correos ni códigos hasta que la desbloquee.'}
      </p>
    </MutationDialog>
  )
}
