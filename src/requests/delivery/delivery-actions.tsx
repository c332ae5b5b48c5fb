import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { DeliveryCounts, DeliveryResult } from '../../domain/deliveries/delivery-output.ts'
import type { DecisionInput } from '../../domain/requests/decision-input.ts'
import type { RequestPage } from '../../domain/requests/request-output.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { formatCount } from '../../lib/number-format.ts'
import { pb } from '../../lib/pb.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Countdown } from '../../ui/data/countdown.tsx'

const invalidates = [['requests'], ['batches', 'deliveries'], ['events']]

const post = <Result,>(path: string, body?: object) => pb.send<Result>(path, { method: 'POST', ...(body && { body }) })

export type DeliveryTargets = Pick<DecisionInput, 'ids' | 'filter' | 'except' | 'expected'>

/** Sends documents again to their recipients; offers to undo it before the mails leave. */
export const sendAgainMutation = mutationOptions({
  mutationKey: ['deliveries', 'send'],
  mutationFn: async (targets: DeliveryTargets) =>
    showResult(await post<DeliveryResult>('/api/app/deliveries/send', targets)),
  meta: { invalidates },
})

export interface AddressCorrection {
  request: string
  email: string
}

/** Sends documents to corrected addresses. The caller shows the addresses that were not accepted. */
export const correctAddressesMutation = mutationOptions({
  mutationKey: ['deliveries', 'correct'],
  mutationFn: async (corrections: AddressCorrection[]) => {
    const result = await post<DeliveryResult>('/api/app/deliveries/correct', { corrections })
    if (result.changed) showResult({ ...result, skipped: [] })
    return result
  },
  meta: { invalidates, quiet: true },
})

export const createLinkMutation = mutationOptions({
  mutationKey: ['deliveries', 'link'],
  mutationFn: (request: string) => post<{ url: string }>(`/api/app/requests/${request}/link`),
  meta: { invalidates: [['requests', 'view'], ['events']] },
})

const undoMutation = mutationOptions({
  mutationKey: ['deliveries', 'undo'],
  mutationFn: (call: string) => post<{ changed: number }>(`/api/app/deliveries/${call}/undo`),
  meta: { success: 'Deshecho: no se envió nada.', invalidates },
})

export const formatDocumentCount = (count: number) => formatCount(count, 'documento', 'documentos')

/** Shows how many documents leave, with a button that undoes it, and why others do not. */
function showResult({ changed, skipped, undo }: DeliveryResult) {
  const text = `${formatDocumentCount(changed)} por enviar.`
  if (undo) showUndo(undo, text)
  else if (changed) notify.success(text)
  showSkipped(skipped)
}

/** Shows how many documents a call skipped, with the reason of the first. */
export function showSkipped(skipped: DeliveryResult['skipped']) {
  const [first] = skipped
  if (first) notify.info(`${formatDocumentCount(skipped.length)} sin cambios. ${getErrorMessage(first.code)}`)
}

function showUndo({ id, seconds }: { id: string; seconds: number }, text: string) {
  const until = Date.now() + seconds * 1000
  const end = () => notify.close(id)
  const timer = setTimeout(end, seconds * 1000)
  const label = (
    <>
      Deshacer
      <span aria-hidden="true" data-seconds="">
        {' '}
        <Countdown until={until} />
      </span>
    </>
  )
  notify.undo(id, text, label, () => {
    clearTimeout(timer)
    end()
    void queryClient
      .getMutationCache()
      .build(queryClient, undoMutation)
      .execute(id)
      .catch(() => undefined)
  })
}

/** Query for the number of deliveries of a batch by state. Polls while mails wait. */
export const batchDeliveriesQuery = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'deliveries', batch],
    queryFn: () => pb.send<DeliveryCounts>(`/api/app/batches/${batch}/deliveries`, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? 5_000 : 30_000),
  })

/** Maximum addresses in the dialog that corrects those of a batch. */
export const maxListedAddresses = 200

/** Query for the requests of a batch whose documents did not arrive. */
export const failedDeliveriesQuery = (batch: string) =>
  queryOptions({
    queryKey: ['requests', 'failed-deliveries', batch],
    queryFn: () =>
      pb.send<RequestPage>('/api/app/requests', {
        query: { batch, delivery: 'failed', sort: 'number', perPage: maxListedAddresses },
      }),
  })
