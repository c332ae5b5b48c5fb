import { useQuery } from '@tanstack/react-query'
import { describeError } from '../lib/api-error.ts'
import { ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { HelpArticle } from './help-article.tsx'
import type { HelpTarget } from './help-target.ts'
import { loadHelpPage } from './pages.ts'

/** Text of a help page, loaded when it is shown. */
export function HelpText({ target, onFollow }: { target: HelpTarget; onFollow?: (target: HelpTarget) => void }) {
  const { page } = target
  const { data, error, refetch } = useQuery({
    queryKey: ['help', page],
    queryFn: () => loadHelpPage(page),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
  return data === undefined ? (
    <Skeleton lines={8} />
  ) : (
    <HelpArticle key={page} html={data} target={target} {...(onFollow && { onFollow })} />
  )
}
