import * as z from 'zod'
import { backupStateSchema } from '../backups/backup-output.ts'
import { createKeyedSchema, defineObject } from '../output-schemas.ts'
import { setupStepStates, setupSteps } from './setup-step.ts'

/** Response of `GET /api/app/status`, a public endpoint. */
export const installationStatusSchema = defineObject('InstallationStatus', {
  /** True if there is an active administrator. */
  setup: z.boolean(),
  registration: z.enum(['open', 'closed']),
  /** Providers of single sign-on. */
  providers: z.array(z.object({ name: z.string(), displayName: z.string() })),
  /** Users who may sign in with a password. */
  passwordSignIn: z.enum(['all', 'admins']),
  version: z.string(),
  organisation: z.string().describe('El nombre de la organización'),
  logo: z.string().describe('La ruta del logo; vacía si no hay'),
})

/** Response of `GET /api/app/health` to administrators and to keys with the scope `metrics`. */
export const serverHealthSchema = defineObject('ServerHealth', {
  version: z.string(),
  isWriting: z.boolean(),
  backup: backupStateSchema,
  /** State of the S3 storage; empty if files are on disk. */
  files: z.enum(['', 'good', 'away']),
  queues: z.record(z.string(), z.int()),
})

export const setupStateSchema = defineObject('SetupState', {
  steps: createKeyedSchema(setupSteps, z.enum(setupStepStates).meta({ id: 'SetupStepState' })),
  mail: z.object({
    /** `host:port` of the mail server; empty if none is configured. */
    server: z.string(),
    /** Sender address of all mails. */
    sender: z.string(),
    /** Number of mails whose first attempt failed. They are tried again for three days, and then saved. */
    undelivered: z.int(),
  }),
})
export interface SetupState extends z.infer<typeof setupStateSchema> {}

/** Response of `GET /api/app/seal`. */
export const sealSettingsSchema = defineObject('SealSettings', {
  certificate: z
    .object({
      holder: z.string(),
      issuer: z.string(),
      fingerprint: z.string(),
      from: z.string(),
      until: z.string(),
      isSelfMade: z.boolean(),
    })
    .nullable(),
  /** Source of the key; '' if there is none. The certificate of a `remote` key is null if its service does not respond. */
  source: z.enum(['', 'environment', 'remote', 'stored']),
  /** False without `ENCRYPTION_KEY`. */
  canStore: z.boolean(),
  /** True if the server has a key whose certificate an authority still has to issue. */
  isRequested: z.boolean(),
  hasTimestamps: z.boolean(),
})
export interface SealSettings extends z.infer<typeof sealSettingsSchema> {}

/** Response of `POST /api/app/seal/request`: PKCS #10 in PEM. */
export const certificateRequestSchema = defineObject('CertificateRequest', { request: z.string() })
export interface CertificateRequest extends z.infer<typeof certificateRequestSchema> {}

/** Response of `POST /api/app/mail/test`. */
export const mailTestSchema = defineObject('MailTest', {
  /** Result of the test. `saved`: no mail server is configured, so the mail was written to a file on the server. */
  result: z.enum(['sent', 'failed', 'saved']),
  to: z.string(),
  /** Error message of the mail server, unchanged. Empty unless the test failed. */
  answer: z.string(),
})
export interface MailTest extends z.infer<typeof mailTestSchema> {}
