import * as z from 'zod/mini'
import { attachmentSchema } from '../../src/domain/attachments/attachment-input.ts'
import { backupGrantSchema, backupPlanSchema } from '../../src/domain/backups/backup-input.ts'
import { batchSchema, discardRowsSchema, rowChunkSchema } from '../../src/domain/batches/batch-input.ts'
import { formatSchema } from '../../src/domain/formats/format.ts'
import { keySchema } from '../../src/domain/keys/key-input.ts'
import {
  importConfirmSchema,
  importRowsSchema,
  importStartSchema,
  importUndoSchema,
  recordKeysSchema,
} from '../../src/domain/lists/list-input.ts'
import { mailPreferenceSchema, readNoticesSchema } from '../../src/domain/notices/notice-input.ts'
import { approverFieldsSchema } from '../../src/domain/requests/approver-fields-input.ts'
import { decisionSchema } from '../../src/domain/requests/decision-input.ts'
import {
  commentSchema,
  draftSchema,
  draftUpdateSchema,
  previewSchema,
} from '../../src/domain/requests/request-input.ts'
import { setupConfirmSchema } from '../../src/domain/settings/setup-input.ts'
import {
  emailChangeSchema,
  emailConfirmationSchema,
  emailVerificationSchema,
  installationSetupSchema,
  invitationSchema,
  passwordRecoverySchema,
  userIdsSchema,
} from '../../src/domain/users/user.ts'
import { webhookSchema } from '../../src/domain/webhooks/webhook-input.ts'

/** Body schemas by the names used in `api-calls.ts`. Only the build reads them, not the server. */
export const inputSchemas = {
  attachmentInput: attachmentSchema,
  backupGrantInput: backupGrantSchema,
  backupPlanInput: backupPlanSchema,
  batchInput: batchSchema,
  codeSignIn: z.object({ otpId: z.string(), password: z.string() }),
  commentInput: commentSchema,
  decision: decisionSchema,
  discardInput: discardRowsSchema,
  draftChange: draftUpdateSchema,
  draftInput: draftSchema,
  emailChange: emailChangeSchema,
  emailConfirmation: emailConfirmationSchema,
  filledInput: approverFieldsSchema,
  formatCopy: z.pick(formatSchema, { code: true, name: true }),
  importBegin: importStartSchema,
  importConfirm: importConfirmSchema,
  importRows: importRowsSchema,
  importUndo: importUndoSchema,
  invitation: invitationSchema,
  keyInput: keySchema,
  mailChoice: mailPreferenceSchema,
  noticesRead: readNoticesSchema,
  passwordSignIn: z.object({ identity: z.string(), password: z.string() }),
  passwordReset: z.object({ token: z.string(), password: z.string(), passwordConfirm: z.string() }),
  peopleChosen: userIdsSchema,
  portion: rowChunkSchema,
  previewInput: previewSchema,
  recordKeys: recordKeysSchema,
  recovery: passwordRecoverySchema,
  setupConfirm: setupConfirmSchema,
  setupInput: installationSetupSchema,
  verification: emailVerificationSchema,
  webhookInput: webhookSchema,
}
