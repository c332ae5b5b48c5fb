import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { messageOf } from '../../lib/message.ts'
import { notify } from '../../lib/notify.ts'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatRequestCount } from '../action-result.ts'
import { runAction } from '../actions.ts'
import s from './failed-documents.module.css'

type Failed = Pick<Request, 'id' | 'number' | 'documentError' | 'documentErrorDetails'>

/** Page size and page limit: 5 × 200 requests, the 1,000 that one call accepts. */
const pageSize = 200
const mostPages = 5

const failedDocuments = queryOptions({
  queryKey: ['requests', 'failed-documents'],
  queryFn: async () => {
    const options = {
      filter: "documentStatus = 'failed'",
      fields: 'id,number,documentError,documentErrorDetails',
      skipTotal: true,
    }
    const found: Failed[] = []
    for (let page = 1; page <= mostPages && found.length === (page - 1) * pageSize; page++)
      found.push(...(await pb.collection('requests').getList<Failed>(page, pageSize, options)).items)
    return found
  },
})

const shown = 5

/** Panel of approved requests whose document failed, with the cause and one button to retry all. */
export function FailedDocuments() {
  const { data = [] } = useQuery(failedDocuments)
  const step = useMutation({
    ...runAction,
    onSuccess: ({ changed }) =>
      notify.success(`Se están generando los documentos de ${formatRequestCount(changed.length)}.`),
    onError: (error) => notify.error(messageOf(error)),
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
      <ul className={s.lines} id="documentos">
        {data.slice(0, shown).map(({ id, number, documentError, documentErrorDetails }) => (
          <li key={id} className={s.line}>
            <Link to="/app/request/$requestId" params={{ requestId: id }}>
              {number}
            </Link>
            <span className={s.cause}>{getErrorMessage(documentError, documentErrorDetails)}</span>
          </li>
        ))}
        {data.length > shown && <li className={s.line}>{`y ${formatRequestCount(data.length - shown)} más.`}</li>}
      </ul>
    </Panel>
  )
}
