import * as z from 'zod/mini'
import { attachmentInput } from '../../src/domain/attachments/attachment-input.ts'
import { backupGrantInput, backupPlanInput } from '../../src/domain/backups/backup-input.ts'
import { batchInput, discardInput, portion } from '../../src/domain/batches/batch-input.ts'
import { formatInput } from '../../src/domain/formats/format.ts'
import { keyInput } from '../../src/domain/keys/key-input.ts'
import { importBegin, importConfirm, importRows, recordKeys } from '../../src/domain/lists/list-input.ts'
import { mailChoice, noticesRead } from '../../src/domain/notices/notice-input.ts'
import { decision } from '../../src/domain/requests/decision.ts'
import { filledInput } from '../../src/domain/requests/filled-input.ts'
import { commentInput, draftChange, draftInput, previewInput } from '../../src/domain/requests/request-input.ts'
import {
  emailChange,
  emailConfirmation,
  invitation,
  peopleChosen,
  recovery,
  setupInput,
  verification,
} from '../../src/domain/users/user.ts'
import { firstView } from '../../src/domain/views/view-input.ts'
import { webhookInput } from '../../src/domain/webhooks/webhook-input.ts'

/** Body schemas by the names used in `calls.ts`. Only the build reads them, not the server. */
export const inputs = {
  attachmentInput,
  backupGrantInput,
  backupPlanInput,
  batchInput,
  codeSignIn: z.object({ otpId: z.string(), password: z.string() }),
  commentInput,
  decision,
  discardInput,
  draftChange,
  draftInput,
  emailChange,
  emailConfirmation,
  filledInput,
  firstView,
  formatCopy: z.pick(formatInput, { code: true, name: true }),
  importBegin,
  importConfirm,
  importRows,
  invitation,
  keyInput,
  mailChoice,
  noticesRead,
  passwordReset: z.object({ token: z.string(), password: z.string(), passwordConfirm: z.string() }),
  peopleChosen,
  portion,
  previewInput,
  recordKeys,
  recovery,
  setupInput,
  verification,
  webhookInput,
}
