import type { RequestAction } from '../../../src/domain/requests/actions.ts'
import type { ActionHandler } from './action.ts'
import { annulDocuments } from './annul.ts'
import { anonymizeRequests } from './anonymize.ts'
import { approveRequests } from './approve.ts'
import { cancelRequests } from './cancel.ts'
import { holdRequests } from './hold.ts'
import { issueDocuments } from './issue.ts'
import { regenerateDocuments } from './regenerate.ts'
import { rejectRequests } from './reject.ts'
import { releaseRequests } from './release.ts'
import { reopenRequests } from './reopen.ts'
import { returnRequests } from './return.ts'
import { submitRequests } from './submit.ts'

export const actionHandlers: Record<RequestAction, ActionHandler> = {
  submit: submitRequests,
  approve: approveRequests,
  return: returnRequests,
  reject: rejectRequests,
  reopen: reopenRequests,
  cancel: cancelRequests,
  issue: issueDocuments,
  annul: annulDocuments,
  regenerate: regenerateDocuments,
  hold: holdRequests,
  release: releaseRequests,
  anonymize: anonymizeRequests,
}
