import { Link, useLocation } from '@tanstack/react-router'
import { SegmentedLink, SegmentedLinks } from '../ui/actions/segmented-links.tsx'
import { findSettingsGroup } from './settings-pages.ts'

const useSettingsGroup = () => findSettingsGroup(useLocation({ select: ({ pathname }) => pathname }))

/** Path above the title of a settings page: «Ajustes › Sistema». */
export function SettingsBreadcrumb() {
  const group = useSettingsGroup()
  return (
    <>
      <Link to="/app/settings">Ajustes</Link>
      <span aria-hidden="true">›</span>
      {group?.name}
    </>
  )
}

/** Links to the pages of the same group; nothing if the page is the only one. */
export function SettingsNavigation() {
  const group = useSettingsGroup()
  if (!group || group.pages.length < 2) return null
  return (
    <SegmentedLinks label={group.name}>
      {group.pages.map(({ to, name }) => (
        <SegmentedLink key={to} to={to}>
          {name}
        </SegmentedLink>
      ))}
    </SegmentedLinks>
  )
}
