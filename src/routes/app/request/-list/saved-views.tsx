import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { canEditView } from '../../../../domain/views/view.ts'
import { RequestListLinks } from '../../../../requests/list/request-list-links.tsx'
import { parseRequestListSearchParams } from '../../../../requests/list-search.ts'
import { userTaskCountsQuery } from '../../../../session/counts-query.ts'
import { savedViewsQuery } from '../../../../views/queries.ts'
import { SaveViewButtons } from '../../../../views/save-view-buttons.tsx'
import { ViewMenu } from '../../../../views/view-menu.tsx'
import { ViewNotice } from '../../../../views/view-notice.tsx'
import { ViewTabs } from '../../../../views/view-tabs.tsx'

const from = '/app/request/'

/** Returns the saved views of the list, the open view, and the user's rights over it. */
function useViews() {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const { data: views } = useQuery(savedViewsQuery('requests'))
  const view = views?.find(({ id }) => id === search.view)
  const isAdmin = me.role === '_admin'
  const ofView = { place: 'requests', isAdmin, isMine: view !== undefined && canEditView(view, me) } as const
  return { search, views, view, ofView }
}

/** Links to saved views and to the user's own decisions. */
export function SavedViews() {
  const { search, views, view, ofView } = useViews()
  const navigate = useNavigate({ from })
  const { data: known } = useQuery(userTaskCountsQuery)
  const decides = ofView.isAdmin || Boolean(known?.decide)
  return (
    <>
      {views && search.view && <ViewNotice view={view} isMine={ofView.isMine} />}
      {(decides || (views ?? []).length > 0) && (
        <ViewTabs
          label="Cuáles"
          views={views ?? []}
          search={search}
          menu={view && <ViewMenu {...ofView} view={view} onDeleted={() => void navigate({ search: {} })} />}
        >
          <RequestListLinks search={search} isAdmin={ofView.isAdmin} decides={decides} />
        </ViewTabs>
      )}
    </>
  )
}

export function SaveViewButton() {
  const { search, view, ofView } = useViews()
  const navigate = useNavigate({ from })
  return (
    <SaveViewButtons
      {...ofView}
      view={view}
      search={search}
      onSaved={(id) => void navigate({ search: (before) => parseRequestListSearchParams({ ...before, view: id }) })}
    />
  )
}
