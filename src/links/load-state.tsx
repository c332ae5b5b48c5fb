import { describeError, getErrorCode } from '../lib/api-error.ts'
import { Button } from '../ui/actions/button.tsx'
import { PageTitle } from '../ui/page/layout.tsx'
import { Notice, Skeleton } from '../ui/state/screen-states.tsx'

interface Props {
  /** Error of the call; `null` while the call runs. */
  error: unknown
  onRetry: () => void
}

/** Screen of a step whose content is loading, or the error of its call. Offers a retry unless the link itself is refused. */
export function LoadState({ title, error, onRetry }: Props & { title: string }) {
  const isFinal = isLinkRefused(error)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {error ? (
        <Notice
          tone={isFinal ? 'warning' : 'danger'}
          live
          action={!isFinal && <Button onClick={onRetry}>Intentar de nuevo</Button>}
        >
          {describeError(error)}
        </Notice>
      ) : (
        <Skeleton lines={5} />
      )}
    </>
  )
}

const isLinkRefused = (error: unknown) => ['link.expired', 'link.blocked'].includes(getErrorCode(error) ?? '')

/** `LoadState` of a link. */
export function LinkLoadState({ error, onRetry }: Props) {
  const title = isLinkRefused(error) ? 'El enlace no sirve' : 'No se pudo abrir'
  return <LoadState title={error ? title : 'Abriendo el enlace'} error={error} onRetry={onRetry} />
}
