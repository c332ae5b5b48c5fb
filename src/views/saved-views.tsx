import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { canEditView, type ListWithViews } from '../domain/views/view.ts'
import type { View } from '../domain/views/view-output.ts'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import { useUser } from '../session/use-user.ts'
import { IconButton } from '../ui/actions/button.tsx'
import { Menu } from '../ui/actions/menu.tsx'
import { SegmentedLink, SegmentedLinks } from '../ui/actions/segmented-links.tsx'
import { Icon } from '../ui/icon.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { deleteViewMutation, savedViewsQuery } from './queries.ts'
import s from './saved-views.module.css'
import { type ListSearchParams, matchesViewSearchParams } from './view-search.ts'

// Lazy-loaded, because the pages of its lists need no other form.
const ViewDialog = lazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog)

interface Props {
  screen: ListWithViews
  label: string
  search: ListSearchParams
  /** Fixed links of the list, shown before its views. */
  children: ReactNode
  /** False to show the fixed links only together with views. */
  hasLists?: boolean
}

/** Tabs of a list: its fixed links, followed by its saved views; above them a warning about an open view that is not complete. */
export function SavedViews({ screen, label, search, children, hasLists = true }: Props) {
  const me = useUser()
  const { data: views } = useQuery(savedViewsQuery(screen))
  const view = views?.find(({ id }) => id === search.view)
  const isMine = view !== undefined && canEditView(view, me)
  return (
    <>
      {views && search.view && <ViewNotice view={view} isMine={isMine} />}
      {(hasLists || (views ?? []).length > 0) && (
        <div className={s.row}>
          <SegmentedLinks label={label}>
            {children}
            {views?.map((each) => (
              <ViewTab key={each.id} view={each} search={search} />
            ))}
          </SegmentedLinks>
          {isMine && <ViewMenu view={view} screen={screen} isAdmin={me.role === '_admin'} />}
        </div>
      )}
    </>
  )
}

function ViewTab({ view, search }: { view: View; search: ListSearchParams }) {
  const isOpen = view.id === search.view
  return (
    <SegmentedLink
      to="."
      search={{ ...view.search, view: view.id } as never}
      activeOptions={{ exact: true }}
      aria-current={isOpen ? 'page' : undefined}
    >
      {view.sharedWith && <Icon name="users" size={16} />}
      <span className={s.name} title={view.name}>
        {view.name}
      </span>
      {view.sharedWith && <span className="visually-hidden"> (compartida)</span>}
      {isOpen && !matchesViewSearchParams(search, view) && (
        <span title="Con filtros que no están guardados">
          <span aria-hidden="true">•</span>
          <span className="visually-hidden"> (con cambios sin guardar)</span>
        </span>
      )}
    </SegmentedLink>
  )
}

const deletedReferences: Record<string, string> = {
  format: 'un formato que ya no existe',
  batch: 'un lote que ya no existe',
  owner: 'una persona que ya no existe',
  reviewer: 'una persona que ya no existe',
}

/** Warning that the view was deleted, or that its filters refer to deleted items. */
function ViewNotice({ view, isMine }: { view: View | undefined; isMine: boolean }) {
  if (!view)
    return (
      <Notice tone="warning">
        Esta vista ya no existe, o ya no se comparte con usted. La lista sigue con sus filtros.
      </Notice>
    )
  if (view.missing.length === 0) return null
  const named = new Set(view.missing.map((name) => deletedReferences[name] ?? 'un filtro que ya no existe y se quitó'))
  return (
    <Notice tone="warning">
      {`La vista «${view.name}» usa ${[...named].join(' y ')}. ${isMine ? 'Cambie sus filtros y guárdelos, o bórrela.' : 'Avise a un administrador.'}`}
    </Notice>
  )
}

const sharingNotes = {
  everybody: ' Se comparte con todas las personas: quienes la usan dejarán de verla.',
  admins: ' Se comparte con los administradores: quienes la usan dejarán de verla.',
  '': '',
}

/** Menu of the open view, for users who may change it. */
function ViewMenu({ view, screen, isAdmin }: { view: View; screen: ListWithViews; isAdmin: boolean }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" size="s" label={`Más de la vista ${view.name}`} />}
        items={[
          {
            label: isAdmin ? 'Nombre y con quién se comparte' : 'Cambiar el nombre',
            icon: 'edit',
            onSelect: () => setAsked('change'),
          },
          { label: 'Borrar', icon: 'trash', danger: true, separated: true, onSelect: () => setAsked('delete') },
        ]}
      />
      {asked === 'change' && (
        <Suspense>
          <ViewDialog screen={screen} view={view} search={view.search} isAdmin={isAdmin} onClose={close} />
        </Suspense>
      )}
      {asked === 'delete' && (
        <MutationDialog
          mutation={{ ...deleteViewMutation, onSuccess: () => void navigate({ to: '.', search: {} as never }) }}
          variables={view.id}
          danger
          onClose={close}
          title={`¿Borrar la vista «${view.name}»?`}
          confirmLabel="Borrar 1 vista"
        >
          <p>{`Sus solicitudes no cambian.${sharingNotes[view.sharedWith]}`}</p>
        </MutationDialog>
      )}
    </>
  )
}
