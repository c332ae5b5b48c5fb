import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { canEditView } from '../../../../domain/views/view.ts'
import { UserStatusFilterLinks } from '../../../../users/user-filters.tsx'
import { parseUserListSearchParams } from '../../../../users/user-search.ts'
import { savedViewsQuery } from '../../../../views/queries.ts'
import { SaveViewButtons } from '../../../../views/save-view-buttons.tsx'
import { ViewMenu } from '../../../../views/view-menu.tsx'
import { ViewNotice } from '../../../../views/view-notice.tsx'
import { ViewTabs } from '../../../../views/view-tabs.tsx'

const from = '/app/user-managment/'

/** Links by user status and saved views above the filters; below the filters, the buttons that save a view. */
export function UserViews({ waiting, children }: { waiting: number | undefined; children: ReactNode }) {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data: views } = useQuery(savedViewsQuery('users'))
  const view = views?.find(({ id }) => id === search.view)
  const ofView = { place: 'users', isAdmin: true, isMine: view !== undefined && canEditView(view, me) } as const
  return (
    <>
      {views && search.view && <ViewNotice view={view} isMine={ofView.isMine} />}
      <ViewTabs
        label="Estado"
        views={views ?? []}
        search={search}
        menu={view && <ViewMenu {...ofView} view={view} onDeleted={() => void navigate({ search: {} })} />}
      >
        <UserStatusFilterLinks search={search} waiting={waiting} />
      </ViewTabs>
      {children}
      <SaveViewButtons
        {...ofView}
        view={view}
        search={search}
        onSaved={(id) => void navigate({ search: (before) => parseUserListSearchParams({ ...before, view: id }) })}
      />
    </>
  )
}
