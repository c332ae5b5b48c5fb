import * as z from 'zod/mini'

const text = (max: number) => z.string().check(z.maxLength(max, 'length'))

/** Body of `POST /api/app/seal/certificate`. `file`: Base64 of certificates (PEM, CER), which may have their key, or of a P12 with its `password`. */
export const sealUploadSchema = z.object({
  file: text(60_000).check(z.minLength(1, 'required')),
  password: z._default(text(200), ''),
})
export type SealUpload = z.input<typeof sealUploadSchema>
