import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request-output.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { describeError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { formatRequestCount } from '../action-result.ts'
import { runActionMutation } from '../actions.ts'
import s from './failed-documents.module.css'

type FailedRequest = Pick<Request, 'id' | 'number' | 'documentError' | 'documentErrorDetails'>

/** Requests per page, and maximum pages: 5 × 200 are the 1,000 requests that one call accepts. */
const pageSize = 200
const maxPages = 5

const failedRequestsQuery = queryOptions({
  queryKey: ['requests', 'failed-documents'],
  queryFn: async () => {
    const options = {
      filter: "documentStatus = 'failed'",
      fields: 'id,number,documentError,documentErrorDetails',
      skipTotal: true,
    }
    const found: FailedRequest[] = []
    for (let page = 1; page <= maxPages && found.length === (page - 1) * pageSize; page++)
      found.push(...(await pb.collection('requests').getList<FailedRequest>(page, pageSize, options)).items)
    return found
  },
})

const maxShown = 5

/** Panel of approved requests whose document could not be generated, with the cause and a button to retry all. */
export function FailedDocuments() {
  const { data = [] } = useQuery(failedRequestsQuery)
  const step = useMutation({
    ...runActionMutation,
    onSuccess: ({ changed }) =>
      notify.success(`Se están generando los documentos de ${formatRequestCount(changed.length)}.`),
    onError: (error) => notify.error(describeError(error)),
  })
  if (data.length === 0) return null
  return (
    <Panel
      title="Documentos con error"
      flush
      actions={
        <Button
          size="s"
          icon="refresh"
          pending={step.isPending}
          onClick={() => step.mutate({ action: 'regenerate', ids: data.map(({ id }) => id) })}
        >
          Generar todos de nuevo
        </Button>
      }
    >
      <ul id="documentos" className="divided">
        {data.slice(0, maxShown).map(({ id, number, documentError, documentErrorDetails }) => (
          <li key={id} className={s.line}>
            <Link to="/app/request/$requestId" params={{ requestId: id }}>
              {number}
            </Link>
            <span className="text-secondary">{getErrorMessage(documentError, documentErrorDetails)}</span>
          </li>
        ))}
        {data.length > maxShown && <li className={s.line}>{`y ${formatRequestCount(data.length - maxShown)} más.`}</li>}
      </ul>
    </Panel>
  )
}
