import { type AddedFile, inspectFileContents } from '../files/file-inspection.ts'
import { sendProgress, serveCalls } from './worker-calls.ts'

const calls = { inspect: (dropped: readonly AddedFile[]) => inspectFileContents(dropped, sendProgress) }
export type FileInspectionCalls = typeof calls

serveCalls(() => calls)
