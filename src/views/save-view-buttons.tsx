import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { canEditView, type ListWithViews } from '../domain/views/view.ts'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import { useUser } from '../session/use-user.ts'
import { Button } from '../ui/actions/button.tsx'
import { Cluster, focusPageTitle } from '../ui/page/layout.tsx'
import { savedViewsQuery, saveViewMutation } from './queries.ts'
import { type ListSearchParams, matchesViewSearchParams, toViewSearchParams } from './view-search.ts'

// Lazy-loaded, because the pages of its lists need no other form.
const ViewDialog = lazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog)

/** Buttons that save the current filters as a new view or in the open view. Hidden if the filters equal the open view. */
export function SaveViewButtons({ screen, search }: { screen: ListWithViews; search: ListSearchParams }) {
  const me = useUser()
  const navigate = useNavigate()
  const { data: views } = useQuery(savedViewsQuery(screen))
  const view = views?.find(({ id }) => id === search.view)
  const [naming, setNaming] = useState(false)
  // Moves focus to the title, because the button disappears once the view is saved.
  const saving = useMutation({
    ...saveViewMutation,
    meta: { success: 'Vista guardada.' },
    onSuccess: () => focusPageTitle(),
  })
  const viewParams = toViewSearchParams(search)
  if (Object.keys(viewParams).length === 0 || (view && matchesViewSearchParams(search, view))) return null
  return (
    <Cluster>
      {view && canEditView(view, me) && (
        <Button
          variant="quiet"
          size="s"
          icon="check"
          pending={saving.isPending}
          onClick={() => saving.mutate({ id: view.id, search: viewParams })}
        >
          {`Guardar en «${view.name}»`}
        </Button>
      )}
      <Button variant="quiet" size="s" icon="plus" onClick={() => setNaming(true)}>
        {view ? 'Guardar como otra vista' : 'Guardar esta vista'}
      </Button>
      {naming && (
        <Suspense>
          <ViewDialog
            screen={screen}
            search={viewParams}
            isAdmin={me.role === '_admin'}
            onClose={() => setNaming(false)}
            onSaved={(id) => void navigate({ to: '.', search: { ...search, view: id } as never })}
          />
        </Suspense>
      )}
    </Cluster>
  )
}
