import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../lib/number-format.ts'
import { EmptyState, Skeleton } from '../ui/state/screen-states.tsx'
import s from './help-results.module.css'

/** Sections of the help that contain the words of `query`. The search index loads at the first use. */
export function HelpResults({ query }: { query: string }) {
  const { data } = useQuery({
    queryKey: ['help-search', query],
    queryFn: async () => (await import('./search.ts')).searchHelp(query),
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  })
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0)
    return (
      <EmptyState icon="search" title={`Sin resultados para «${query}»`}>
        Pruebe con otra palabra o menos palabras.
      </EmptyState>
    )
  return (
    <>
      <p role="status" className="text-secondary">
        {formatCount(data.length, 'resultado', 'resultados')}
      </p>
      <ul className="stack-4">
        {data.map(({ page, pageTitle, section, title, excerpt }) => (
          <li key={`${page}#${section}`}>
            <Link to="/ayuda/$page" params={{ page }} hash={section} className="text-strong">
              {title}
            </Link>
            {title !== pageTitle && <span className={s.page}>{pageTitle}</span>}
            <p className="text-secondary">{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
