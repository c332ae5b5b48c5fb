import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Signatory, SignatoryInput } from '../domain/documents/signatory.ts'
import { pb } from '../lib/pb.ts'

const signatories = () => pb.collection('signatories')

/** Query for all current and former signatories, in order of creation. */
export const signatoryListQuery = queryOptions({
  queryKey: ['signatories', 'all'],
  queryFn: () => signatories().getFullList<Signatory>({ sort: 'created,id' }),
})

/** Creates a signatory if `id` is missing, else updates it. `signature`: a new picture; `null` removes it; if missing, it is unchanged. */
export const saveSignatoryMutation = mutationOptions({
  mutationKey: ['signatories', 'save'],
  mutationFn: ({ id, ...change }: SignatoryInput & { id?: string; signature?: File | null }) =>
    id ? signatories().update<Signatory>(id, change) : signatories().create<Signatory>(change),
  // Also invalidates format versions, because their data includes the signatories.
  meta: { success: 'Firmante guardado.', quiet: true, invalidates: [['signatories'], ['formats', 'version']] },
})

/** Query for a URL of the scanned signature; valid for two minutes, only for administrators. */
export const signatureUrlQuery = (one: Signatory | undefined) =>
  queryOptions({
    queryKey: ['signatories', 'signature', one?.id, one?.signature],
    queryFn: async () => (one ? pb.files.getURL(one, one.signature, { token: await pb.files.getToken() }) : ''),
    enabled: Boolean(one?.signature),
    staleTime: 60_000,
  })
