import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../lib/number-format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { requestListQuery } from '../queries.ts'

interface Props {
  id: string
  /** Result of the decision in one sentence. */
  message: string
  tone: 'success' | 'warning'
}

/** Notice after a decision, with a link to the request that has waited longest. Focuses the link, so that Enter opens the request. */
export function NextRequestNotice({ id, message, tone }: Props) {
  const { data } = useQuery(requestListQuery({ status: 'submitted', sort: 'submittedAt', mine: 'decide' }))
  const box = useRef<HTMLDivElement>(null)
  const next = data?.items.find((item) => item.id !== id)
  const there = next !== undefined
  useEffect(() => {
    if (there) box.current?.querySelector('a')?.focus()
  }, [there])
  const waiting = data?.items.some((item) => item.id === id) ? data.totalItems - 1 : (data?.totalItems ?? 0)
  return (
    <div ref={box}>
      <Notice
        live
        tone={tone}
        action={
          next && (
            <LinkButton
              to="/app/request/$requestId"
              params={{ requestId: next.id }}
              variant="primary"
              size="s"
              icon="arrowRight"
            >
              {`Siguiente por revisar (${formatNumber(waiting)})`}
            </LinkButton>
          )
        }
      >
        {message}
        {data && !next && ' No queda ninguna por revisar.'}
      </Notice>
    </div>
  )
}
