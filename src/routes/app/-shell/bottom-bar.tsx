import { Link } from '@tanstack/react-router'
import { Icon } from '../../../ui/icon.tsx'
import s from './bottom-bar.module.css'
import { PlaceCount, usePlaceCounts } from './place-count.tsx'
import { placeAt, placesFor } from './places.ts'

interface Props {
  pathname: string
  onMore: () => void
}

/** Bottom navigation on phones with the four pages that all users have. */
export function BottomBar({ pathname, onMore }: Props) {
  const here = placeAt(pathname)
  const countsAt = usePlaceCounts()
  return (
    <nav className={s.bar} aria-label="Accesos rápidos">
      {placesFor('_user')
        .filter(({ onlyInMenu }) => !onlyInMenu)
        .map((place) => (
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
            <PlaceCount count={countsAt(place).count} />
          </Link>
        ))}
      <button type="button" className={s.item} onClick={onMore}>
        <Icon name="menu" />
        Más
      </button>
    </nav>
  )
}
