import { createRecordId } from '../../lib/create-record-id.ts'

const name = 'drafts'
/** Id of this page. A page also receives its own messages, because each has a channel of its own. */
const page = createRecordId()

interface SavedDraft {
  page: string
  id: string
  /** Field `updated` of the stored draft. */
  updated: string
}

/** Reports a saved draft to the other tabs of this browser. */
export function announceDraftSave(id: string, updated: string) {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(name)
  channel.postMessage({ page, id, updated } satisfies SavedDraft)
  channel.close()
}

/** Calls `onSaved` when another tab saved the draft; returns a function that stops this. */
export function subscribeToDraftSaves(id: string, onSaved: (updated: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<SavedDraft>) => {
    if (data.page !== page && data.id === id) onSaved(data.updated)
  }
  return () => channel.close()
}
