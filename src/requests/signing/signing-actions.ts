import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { SignatureCallResult, SigningCounts } from '../../domain/links/signing-output.ts'
import { notify } from '../../lib/notify.ts'
import { pb } from '../../lib/pb.ts'
import { type DeliveryTargets, formatDocumentCount, showSkipped } from '../delivery/delivery-actions.tsx'

const invalidates = [['requests'], ['batches', 'signatures'], ['events']]

const send = async (action: 'ask' | 'cancel', targets: DeliveryTargets) => {
  const { changed, skipped } = await pb.send<SignatureCallResult>(`/api/app/signatures/${action}`, {
    method: 'POST',
    body: targets,
  })
  const count = formatDocumentCount(changed)
  if (changed)
    notify.success(action === 'ask' ? `Se pedirán las firmas de ${count}.` : `Firmas canceladas en ${count}.`)
  showSkipped(skipped)
}

/** Sends the mails again to those who have not signed. */
export const askSignersMutation = mutationOptions({
  mutationKey: ['signatures', 'ask'],
  mutationFn: (targets: DeliveryTargets) => send('ask', targets),
  meta: { invalidates },
})

export const cancelSigningMutation = mutationOptions({
  mutationKey: ['signatures', 'cancel'],
  mutationFn: (targets: DeliveryTargets) => send('cancel', targets),
  meta: { invalidates },
})

/** Sends the mail of a signer to another address. */
export const correctSignerMutation = mutationOptions({
  mutationKey: ['signatures', 'correct'],
  mutationFn: ({ id, email }: { id: string; email: string }) =>
    pb.send(`/api/app/signatures/${id}/correct`, { method: 'POST', body: { email } }),
  meta: { success: 'Correo corregido. La petición sale en unos minutos.', quiet: true, invalidates },
})

/** Query for the number of documents of a batch by state of their signatures. */
export const batchSignaturesQuery = (batch: string) =>
  queryOptions({
    queryKey: ['batches', 'signatures', batch],
    queryFn: () => pb.send<SigningCounts>(`/api/app/batches/${batch}/signatures`, {}),
    refetchInterval: 30_000,
  })
