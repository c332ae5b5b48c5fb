import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { SignatureCallResult, SigningCounts } from '../../domain/links/signing-output.ts'
import type { DecisionInput } from '../../domain/requests/decision-input.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { formatCount } from '../../lib/number-format.ts'
import { pb } from '../../lib/pb.ts'

const invalidates = [['requests'], ['batches', 'signatures'], ['events']]

type Targets = Pick<DecisionInput, 'ids' | 'filter' | 'except' | 'expected'>

const send = async (action: 'ask' | 'cancel', targets: Targets) => {
  const { changed, skipped } = await pb.send<SignatureCallResult>(`/api/app/signatures/${action}`, {
    method: 'POST',
    body: targets,
  })
  const count = formatCount(changed, 'documento', 'documentos')
  if (changed)
    notify.success(action === 'ask' ? `Se pedirán las firmas de ${count}.` : `Firmas canceladas en ${count}.`)
  const [first] = skipped
  if (first)
    notify.info(`${formatCount(skipped.length, 'documento', 'documentos')} sin cambios. ${getErrorMessage(first.code)}`)
}

/** Sends the mails again to those who have not signed. */
export const askSignersMutation = mutationOptions({
  mutationKey: ['signatures', 'ask'],
  mutationFn: (targets: Targets) => send('ask', targets),
  meta: { invalidates },
})

export const cancelSigningMutation = mutationOptions({
  mutationKey: ['signatures', 'cancel'],
  mutationFn: (targets: Targets) => send('cancel', targets),
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
