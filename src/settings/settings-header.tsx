import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { SegmentedLink, SegmentedLinks } from '../ui/actions/segmented-links.tsx'
import { PageHeader } from '../ui/page/layout.tsx'
import { findSettingsGroup } from './settings-pages.ts'

/** Header of a settings page: its path «Ajustes › Sistema», its title, and links to the other pages of its group. */
export function SettingsHeader(props: ComponentProps<typeof PageHeader>) {
  const group = findSettingsGroup(useLocation({ select: ({ pathname }) => pathname }))
  const path = (
    <>
      <Link to="/app/settings">Ajustes</Link>
      <span aria-hidden="true">›</span>
      {group?.name}
    </>
  )
  return (
    <>
      <PageHeader eyebrow={path} {...props} />
      {group && group.pages.length > 1 && (
        <SegmentedLinks label={group.name}>
          {group.pages.map(({ to, name }) => (
            <SegmentedLink key={to} to={to}>
              {name}
            </SegmentedLink>
          ))}
        </SegmentedLinks>
      )}
    </>
  )
}
