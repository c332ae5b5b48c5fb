import * as z from 'zod/mini'
import { attachmentInput } from '../../src/domain/attachments/attachment-input.ts'
import { backupGrantInput, backupPlanInput } from '../../src/domain/backups/backup-input.ts'
import { batchInput, discardRowsInput, rowChunkInput } from '../../src/domain/batches/batch-input.ts'
import { formatInput } from '../../src/domain/formats/format.ts'
import { keyInput } from '../../src/domain/keys/key-input.ts'
import {
  importConfirmInput,
  importRowsInput,
  importStartInput,
  recordKeysInput,
} from '../../src/domain/lists/list-input.ts'
import { mailPreferenceInput, readNoticesInput } from '../../src/domain/notices/notice-input.ts'
import { approverFieldsInput } from '../../src/domain/requests/approver-fields-input.ts'
import { decisionInput } from '../../src/domain/requests/decision-input.ts'
import { commentInput, draftInput, draftUpdateInput, previewInput } from '../../src/domain/requests/request-input.ts'
import { setupConfirmInput } from '../../src/domain/settings/setup-input.ts'
import {
  emailChangeInput,
  emailConfirmationSchema,
  emailVerificationInput,
  installationSetupInput,
  invitationInput,
  passwordRecoverySchema,
  userIdsInput,
} from '../../src/domain/users/user.ts'
import { defaultViewInput } from '../../src/domain/views/view-input.ts'
import { webhookInput } from '../../src/domain/webhooks/webhook-input.ts'

/** Body schemas by the names used in `api-calls.ts`. Only the build reads them, not the server. */
export const inputSchemas = {
  attachmentInput,
  backupGrantInput,
  backupPlanInput,
  batchInput,
  codeSignIn: z.object({ otpId: z.string(), password: z.string() }),
  commentInput,
  decision: decisionInput,
  discardInput: discardRowsInput,
  draftChange: draftUpdateInput,
  draftInput,
  emailChange: emailChangeInput,
  emailConfirmation: emailConfirmationSchema,
  filledInput: approverFieldsInput,
  firstView: defaultViewInput,
  formatCopy: z.pick(formatInput, { code: true, name: true }),
  importBegin: importStartInput,
  importConfirm: importConfirmInput,
  importRows: importRowsInput,
  invitation: invitationInput,
  keyInput,
  mailChoice: mailPreferenceInput,
  noticesRead: readNoticesInput,
  passwordReset: z.object({ token: z.string(), password: z.string(), passwordConfirm: z.string() }),
  peopleChosen: userIdsInput,
  portion: rowChunkInput,
  previewInput,
  recordKeys: recordKeysInput,
  recovery: passwordRecoverySchema,
  setupConfirm: setupConfirmInput,
  setupInput: installationSetupInput,
  verification: emailVerificationInput,
  webhookInput,
}
