import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { SealUpload } from '../domain/settings/seal-input.ts'
import type { CertificateRequest, SealSettings } from '../domain/settings/settings-output.ts'
import { downloadFile } from '../lib/download-file.ts'
import { pb } from '../lib/pb.ts'
import { openInNewTab, requestPdf } from '../lib/pdf-files.ts'

const path = '/api/app/seal'

/** Query for the certificate of the seal. */
export const sealQuery = queryOptions({
  queryKey: ['seal', 'settings'],
  queryFn: () => pb.send<SealSettings>(path, { method: 'GET' }),
})

/** Downloads the request for the certificate of the server's key, which is made if there is none. */
export const requestCertificateMutation = mutationOptions({
  mutationKey: ['seal', 'request'],
  mutationFn: async () => {
    const { request } = await pb.send<CertificateRequest>(`${path}/request`, { method: 'POST' })
    downloadFile(new Blob([request], { type: 'application/pkcs10' }), 'peticion.csr')
  },
})

export const makeOwnCertificateMutation = mutationOptions({
  mutationKey: ['seal', 'own'],
  mutationFn: () => pb.send(`${path}/own`, { method: 'POST' }),
  meta: { success: 'Certificado creado.' },
})

export const removeCertificateMutation = mutationOptions({
  mutationKey: ['seal', 'remove'],
  mutationFn: () => pb.send(path, { method: 'DELETE' }),
  meta: { success: 'Certificado quitado.' },
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
