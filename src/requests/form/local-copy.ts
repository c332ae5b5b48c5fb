import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import type { FormValues } from '../form-values.ts'
import { loadLocalDraft, removeLocalDraft, saveLocalDraft } from '../local-draft.ts'

interface CopiedDraft {
  owner: string
  id: string
  format: string
}

/** Local copy of the text of an open form, until the server has it. Another tab may use the same draft, so a conflict separates the copies. */
export function createLocalCopy({ owner, id, format }: CopiedDraft) {
  let place = id
  function save(typed: FormValues, base: string) {
    saveLocalDraft(owner, { id: place, format, typed, base: place === id ? base : '', at: Date.now() })
  }
  return {
    save,
    /** Moves the copy to a draft of its own after a conflict, because another tab would overwrite it. */
    separate(state: { typed: FormValues } | null) {
      if (place !== id || !state) return
      if (isDeepEqual(loadLocalDraft(owner, id)?.typed, state.typed)) removeLocalDraft(owner, id)
      place = createRecordId()
      save(state.typed, '')
    },
    remove() {
      removeLocalDraft(owner, place)
      place = id
    },
  }
}
