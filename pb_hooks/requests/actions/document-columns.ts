import { getFinality } from '../../../src/domain/documents/document-kind.ts'
import type { ActionRequest, RequestChange } from './action.ts'

/** Columns of a request whose document is to be generated. */
export const pendingDocument = { documentStatus: 'pending', documentError: '', documentLease: 0 }

/**
 * Returns the change of an approved request with the pending document: preliminary or final, according to the version. Reserves a document number, unless
 * the request has one from an earlier approval.
 */
export function addDocument(change: RequestChange, { version, documentNumber }: ActionRequest): RequestChange {
  return {
    ...change,
    set: { ...change.set, finality: getFinality(version), ...pendingDocument },
    documentNumberSeries: documentNumber ? undefined : version.code,
  }
}
