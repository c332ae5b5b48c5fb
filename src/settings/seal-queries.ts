import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { SealUpload } from '../domain/settings/seal-input.ts'
import type { SealSettings } from '../domain/settings/settings-output.ts'
import { pb } from '../lib/pb.ts'
import { openInNewTab, requestPdf } from '../lib/pdf-files.ts'

const path = '/api/app/seal'

/** Query for the certificate of the seal, and the request for one. */
export const sealQuery = queryOptions({
  queryKey: ['seal', 'settings'],
  queryFn: () => pb.send<SealSettings>(path, { method: 'GET' }),
})

/** Success messages of the mutations that change the certificate. */
const changeMessages = {
  request: 'Petición creada.',
  own: 'Certificado creado.',
  remove: 'Certificado quitado.',
} as const

export const changeSealMutation = (change: keyof typeof changeMessages) =>
  mutationOptions({
    mutationKey: ['seal', change],
    mutationFn: () =>
      change === 'remove' ? pb.send(path, { method: 'DELETE' }) : pb.send(`${path}/${change}`, { method: 'POST' }),
    meta: { success: changeMessages[change] },
  })

export const uploadSealMutation = mutationOptions({
  mutationKey: ['seal', 'upload'],
  mutationFn: (body: SealUpload) => pb.send(`${path}/certificate`, { method: 'POST', body }),
  meta: { success: 'Certificado en uso.', quiet: true },
})

/** Seals a page, opens it in a new tab and returns the fingerprint of the tested certificate. */
export const testSealMutation = mutationOptions({
  mutationKey: ['seal', 'test'],
  mutationFn: async (fingerprint: string | undefined) => {
    await openInNewTab(async () => URL.createObjectURL(await requestPdf(`${path}/test`)))
    return fingerprint
  },
  meta: { quiet: true },
})
