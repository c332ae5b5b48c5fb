import { describeError, getErrorCode } from '../lib/error-message.ts'
import { Button } from '../ui/actions/button.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { Notice } from '../ui/state/notice.tsx'
import { Skeleton } from '../ui/state/skeleton.tsx'

interface Props {
  /** `null` while the call runs. */
  error: unknown
  onRetry: () => void
}

/** Screen of a link while a call runs, or why the call failed. Offers a retry unless the link itself is refused. */
export function LinkProblem({ error, onRetry }: Props) {
  if (!error)
    return (
      <>
        <PageTitle>Abriendo el enlace</PageTitle>
        <Skeleton lines={5} />
      </>
    )
  const isFinal = ['link.expired', 'link.blocked'].includes(getErrorCode(error) ?? '')
  return (
    <>
      <PageTitle>{isFinal ? 'El enlace no sirve' : 'No se pudo abrir'}</PageTitle>
      <Notice
        tone={isFinal ? 'warning' : 'danger'}
        live
        action={!isFinal && <Button onClick={onRetry}>Intentar de nuevo</Button>}
      >
        {describeError(error)}
      </Notice>
    </>
  )
}
