import { Link } from '@tanstack/react-router'
import { Icon } from '../../../ui/icon.tsx'
import s from './bottom-navigation.module.css'
import { NavigationCount, useNavigationCounts } from './navigation-count.tsx'
import { findActivePath, listNavigationLinks } from './navigation-links.ts'

interface Props {
  pathname: string
  onMore: () => void
}

/** Bottom navigation on phones with the four pages that all users have. */
export function BottomNavigation({ pathname, onMore }: Props) {
  const here = findActivePath(pathname)
  const countsAt = useNavigationCounts()
  return (
    <nav className={s.bar} aria-label="Accesos rápidos">
      {listNavigationLinks('_user').map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={s.item}
          aria-label={countsAt(place).label}
          activeOptions={{ exact: true }}
          aria-current={place.to === here ? 'page' : undefined}
        >
          <Icon name={place.icon} />
          {place.short}
          <NavigationCount count={countsAt(place).count} />
        </Link>
      ))}
      <button type="button" className={s.item} onClick={onMore}>
        <Icon name="menu" />
        Más
      </button>
    </nav>
  )
}
