import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { DeliveryCounts, DeliveryResult } from '../../domain/deliveries/delivery-output.ts'
import type { SigningCounts } from '../../domain/links/signing-output.ts'
import type { DecisionInput } from '../../domain/requests/decision-input.ts'
import type { RequestPage } from '../../domain/requests/request-output.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { formatCount } from '../../lib/number-format.ts'
import { pb } from '../../lib/pb.ts'
import { queryClient } from '../../lib/query-client.ts'
import { UndoLabel } from '../undo-label.tsx'

const invalidates = [['requests'], ['batches', 'links'], ['events']]

const post = <Result,>(path: string, body?: object) => pb.send<Result>(path, { method: 'POST', ...(body && { body }) })

const formatQueued = (documents: string) => `${documents} por enviar.`

/** Returns a mutation of the links of requests. `describe`: text of its result, with the number of documents. */
const createTargetsMutation = (path: string, describe: (documents: string) => string) =>
  mutationOptions({
    mutationKey: ['links', path],
    mutationFn: async (targets: Pick<DecisionInput, 'ids' | 'filter' | 'except' | 'expected'>) =>
      showResult(await post<DeliveryResult>(`/api/app/${path}`, targets), describe),
    meta: { invalidates },
  })

/** Sends documents again to their recipients; offers to undo it before the mails leave. */
export const sendAgainMutation = createTargetsMutation('deliveries/send', formatQueued)

/** Sends the mails again to those who have not signed. */
export const askSignersMutation = createTargetsMutation(
  'signatures/ask',
  (documents) => `Se pedirán las firmas de ${documents}.`,
)

export const cancelSigningMutation = createTargetsMutation(
  'signatures/cancel',
  (documents) => `Firmas canceladas en ${documents}.`,
)

interface AddressCorrection {
  request: string
  email: string
}

/** Sends documents to corrected addresses. The caller shows the addresses that were not accepted. */
export const correctAddressesMutation = mutationOptions({
  mutationKey: ['links', 'correct'],
  mutationFn: async (corrections: AddressCorrection[]) => {
    const result = await post<DeliveryResult>('/api/app/deliveries/correct', { corrections })
    if (result.changed) showResult({ ...result, skipped: [] }, formatQueued)
    return result
  },
  meta: { invalidates, quiet: true },
})

/** Sends the mail of a signer to another address. `request`: id of the link. */
export const correctSignerMutation = mutationOptions({
  mutationKey: ['links', 'correctSigner'],
  mutationFn: async (corrections: AddressCorrection[]): Promise<DeliveryResult> => {
    for (const { request, email } of corrections) await post(`/api/app/signatures/${request}/correct`, { email })
    return { changed: corrections.length, skipped: [] }
  },
  meta: { success: 'Correo corregido. La petición sale en unos minutos.', quiet: true, invalidates },
})

export const createLinkMutation = mutationOptions({
  mutationKey: ['links', 'create'],
  mutationFn: (request: string) => post<{ url: string }>(`/api/app/requests/${request}/link`),
  meta: { invalidates: [['requests', 'view'], ['events']] },
})

const undoMutation = mutationOptions({
  mutationKey: ['links', 'undo'],
  mutationFn: (call: string) => post<{ changed: number }>(`/api/app/deliveries/${call}/undo`),
  meta: { success: 'Deshecho: no se envió nada.', invalidates },
})

/** Shows how many documents a call changed, with a button that undoes it, and the reason of the first that it skipped. */
function showResult({ changed, skipped, undo }: DeliveryResult, describe: (documents: string) => string) {
  const format = (count: number) => formatCount(count, 'documento', 'documentos')
  const text = describe(format(changed))
  const [first] = skipped
  if (undo) showUndo(undo, text)
  else if (changed) notify.success(text)
  if (first) notify.info(`${format(skipped.length)} sin cambios. ${getErrorMessage(first.code)}`)
}

function showUndo({ id, seconds }: { id: string; seconds: number }, text: string) {
  const until = Date.now() + seconds * 1000
  const end = () => notify.close(id)
  const timer = setTimeout(end, seconds * 1000)
  notify.undo(id, text, <UndoLabel until={until} />, () => {
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
    queryKey: ['batches', 'links', 'deliveries', batch],
    queryFn: () => pb.send<DeliveryCounts>(`/api/app/batches/${batch}/deliveries`, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? 5_000 : 30_000),
  })

/** Query for the number of documents of a batch by state of their signatures. */
export const batchSignaturesQuery = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'links', 'signatures', batch],
    queryFn: () => pb.send<SigningCounts>(`/api/app/batches/${batch}/signatures`, {}),
    refetchInterval: 30_000,
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
