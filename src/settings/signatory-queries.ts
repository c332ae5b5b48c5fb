import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Signatory, SignatoryInput } from '../domain/documents/signatory.ts'
import { pb } from '../lib/pb.ts'

const signatories = () => pb.collection('signatories')

/** Everybody who signs or has signed for the organisation, in the order in which they were written down. */
export const allSignatories = queryOptions({
  queryKey: ['signatories', 'all'],
  queryFn: () => signatories().getFullList<Signatory>({ sort: 'created,id' }),
})

/** `signature`: a new picture, null to remove it, left out to keep it. Without an `id`, somebody new. */
export const saveSignatory = mutationOptions({
  mutationKey: ['signatories', 'save'],
  mutationFn: ({ id, ...change }: SignatoryInput & { id?: string; signature?: File | null }) =>
    id ? signatories().update<Signatory>(id, change) : signatories().create<Signatory>(change),
  // Versions tell who signs their documents.
  meta: { success: 'Firmante guardado.', quiet: true, invalidates: [['signatories'], ['formats', 'version']] },
})

/** Protected: the address works for two minutes, and for administrators only. */
export const signatureAddress = (one: Signatory | undefined) =>
  queryOptions({
    queryKey: ['signatories', 'signature', one?.id, one?.signature],
    queryFn: async () => (one ? pb.files.getURL(one, one.signature, { token: await pb.files.getToken() }) : ''),
    enabled: Boolean(one?.signature),
    staleTime: 60_000,
  })
