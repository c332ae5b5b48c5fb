export { deleteUnusedGuests, listExternalFormats, sendExternalCode } from '../external/external-calls.ts'
export { openExternalForm, submitExternalRequest } from '../external/external-requests.ts'
