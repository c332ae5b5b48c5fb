import { SegmentedLink } from '../../ui/segmented-link.tsx'
import { SegmentedLinks } from '../../ui/segmented-links.tsx'
import { changedSearch, type ListSearch } from '../list-search.ts'

/** For whoever decides: the usual list, what waits for a decision of his, and what he decided. */
export function MineLinks({ search, isAdmin }: { search: ListSearch; isAdmin: boolean }) {
  const lists = [
    { mine: undefined, name: isAdmin ? 'De todas las personas' : 'Mis solicitudes' },
    { mine: 'decide', name: 'Por mi decisión' },
    { mine: 'decided', name: 'Decididas por mí' },
  ] as const
  return (
    <SegmentedLinks label="Cuáles">
      {lists.map(({ mine, name }) => (
        <SegmentedLink
          key={name}
          to="."
          search={changedSearch(search, { mine, status: undefined })}
          activeOptions={{ exact: true }}
          aria-current={search.mine === mine ? 'page' : undefined}
        >
          {name}
        </SegmentedLink>
      ))}
    </SegmentedLinks>
  )
}
