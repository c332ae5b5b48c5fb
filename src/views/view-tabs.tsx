import type { ReactNode } from 'react'
import type { View } from '../domain/views/view.ts'
import { Icon } from '../ui/icon.tsx'
import { SegmentedLink } from '../ui/segmented-link.tsx'
import { SegmentedLinks } from '../ui/segmented-links.tsx'
import { type ListSearchParams, matchesViewSearchParams } from './view-search.ts'
import s from './view-tabs.module.css'

interface Props {
  label: string
  views: readonly View[]
  search: ListSearchParams
  menu: ReactNode
  /** Fixed links of the list, shown before its views. */
  children: ReactNode
}

/** Tabs of a list: its fixed links, followed by its saved views. */
export function ViewTabs({ label, views, search, menu, children }: Props) {
  return (
    <div className={s.row}>
      <SegmentedLinks label={label}>
        {children}
        {views.map((view) => {
          const here = view.id === search.view
          return (
            <SegmentedLink
              key={view.id}
              to="."
              search={{ ...view.search, view: view.id } as never}
              activeOptions={{ exact: true }}
              aria-current={here ? 'page' : undefined}
            >
              {view.sharedWith && <Icon name="users" size={16} />}
              <span className={s.name} title={view.name}>
                {view.name}
              </span>
              {view.sharedWith && <span className="visually-hidden"> (compartida)</span>}
              {here && !matchesViewSearchParams(search, view) && (
                <span title="Con filtros que no están guardados">
                  <span aria-hidden="true">•</span>
                  <span className="visually-hidden"> (con cambios sin guardar)</span>
                </span>
              )}
            </SegmentedLink>
          )
        })}
      </SegmentedLinks>
      {menu}
    </div>
  )
}
