import { describeError } from '../../../lib/error-message.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { Notice } from '../../../ui/state/notice.tsx'
import { Skeleton } from '../../../ui/state/skeleton.tsx'

interface Props {
  title: string
  /** Error of the call; `null` while the call runs. */
  error: unknown
  onRetry: () => void
}

/** Step whose content is loading, or the error of its call with a retry. */
export function LoadState({ title, error, onRetry }: Props) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {error ? (
        <Notice tone="danger" live action={<Button onClick={onRetry}>Intentar de nuevo</Button>}>
          {describeError(error)}
        </Notice>
      ) : (
        <Skeleton lines={5} />
      )}
    </>
  )
}
