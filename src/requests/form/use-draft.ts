import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Field, Values } from '../../domain/fields/field.ts'
import { type Autosave, type AutosaveState, createAutosaver } from '../../lib/autosave.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import { queryClient, reportUnauthorized } from '../../lib/query-client.ts'
import { isTransientError } from '../../lib/retry.ts'
import { onBeforeSignOut } from '../../session/account/unsent-data.ts'
import {
  type DraftReference,
  deleteDraft,
  deleteDraftIfUnchanged,
  isFrozenError,
  isSubmitted,
  loadStoredDraft,
  saveDraft,
} from '../draft-store.ts'
import { toFormValues } from '../form-conversion.ts'
import type { FormValues } from '../form-values.ts'
import { omitFiles } from '../initial-form-state.ts'
import { loadLocalDraft, removeLocalDraft, saveLocalDraft } from '../local-draft.ts'

interface DraftState {
  typed: FormValues
  values: Values
  /** True if the user undid all changes. The draft is then deleted from the server. */
  isUntouched?: boolean
}

export interface Draft {
  saving: AutosaveState
  savedAt: Date | null
  /** True if the request was submitted elsewhere, so that the typed values cannot be saved. */
  isFrozen: boolean
  /** Local draft with the text of another page that a save replaced, without its files; only in this window if the browser could not store it. */
  replaced: { id: string; isStored: boolean; hadFiles: boolean } | null
  error: unknown
  save: (state: DraftState) => void
  /** Saves now; returns whether all changes are saved, and whether a save replaced the text of another page meanwhile. */
  flush: () => Promise<{ isSaved: boolean; hasReplaced: boolean }>
  /** Returns whether the server has the draft as a submitted request. */
  isSubmitted: () => Promise<boolean>
  /** Copies the typed values without files to a local draft with another id. Returns whether the browser could store them. */
  copyTo: (id: string) => boolean
  /** Stops autosave in the browser and on the server. Called after the request was submitted or the draft was replaced. */
  stopSaving: () => void
  /** Deletes the draft permanently. If the server is unreachable the draft stays unchanged and the error is thrown. */
  discard: () => Promise<void>
}

/** Maximum number of sent values that are remembered until a response arrives. */
const maxSent = 20

/**
 * Autosaves the typed values: immediately in the browser, shortly afterwards on the server. `opened`: values that the form was opened with. If
 * the server has these values, a save replaces no other text, for example when the last save of the form before ended late.
 */
export function useDraft(place: DraftReference, fields: readonly Field[], opened: Values): Draft {
  const [saving, setSaving] = useState<AutosaveState>('idle')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [replaced, setReplaced] = useState<Draft['replaced']>(null)
  const base = useRef(place.base)
  const newest = useRef<DraftState | null>(null)
  const sent = useRef<Values[]>([])
  const keptApart = useRef<Values[]>([])
  const autosaving = useRef<Autosave<DraftState> | null>(null)
  const ended = useRef(false)
  const [first] = useState(() => ({ ...place, fields, opened }))
  const { owner, id, format } = first
  const storeLocally = useCallback(
    (local: { id: string; typed: FormValues; base: string }) =>
      saveLocalDraft(owner, { ...local, format, at: Date.now() }),
    [owner, format],
  )

  const begin = useCallback(() => {
    /** Stores the text of another page as a local draft before a save replaces it. A repeated save does not store it again. */
    function keepApart(other: Values) {
      if (keptApart.current.some((each) => isDeepEqual(each, other))) return
      keptApart.current.push(other)
      const values = omitFiles(first.fields, other)
      const local = { id: createRecordId(), typed: toFormValues(first.fields, values), base: '' }
      setReplaced({ id: local.id, isStored: storeLocally(local), hadFiles: !isDeepEqual(values, other) })
    }
    async function save(state: DraftState) {
      if (state.isUntouched) {
        if (base.current || sent.current.length)
          await deleteDraftIfUnchanged({ ...first, base: base.current }, sent.current)
        base.current = ''
        sent.current = []
        return
      }
      if (sent.current.at(-1) !== state.values) sent.current = [...sent.current.slice(1 - maxSent), state.values]
      const known = [first.opened, ...sent.current]
      const { updated } = await saveDraft({ ...first, base: base.current }, state.values, known, keepApart)
      base.current = updated
      sent.current = [state.values]
      if (newest.current === state) removeLocalDraft(owner, id, state.typed)
    }
    ended.current = false
    autosaving.current = createAutosaver<DraftState>({
      save,
      isPassing: isTransientError,
      onStateChange: (next, cause) => {
        setSaving(next === 'saved' && !base.current ? 'idle' : next)
        setError(cause ?? null)
        reportUnauthorized(cause)
        if (next !== 'saved') return
        setSavedAt(base.current ? new Date() : null)
        void queryClient.invalidateQueries({ queryKey: ['requests', 'list'] })
      },
    })
  }, [first, owner, id, storeLocally])

  useEffect(begin, [begin])
  useSaveTriggers(autosaving)

  /** Moves an unsent text that another tab stored to a local draft of its own. `typed`: text that this page stored last. */
  function moveOtherText(typed: FormValues) {
    const other = loadLocalDraft(owner, id)?.typed
    if (!other || [typed, toFormValues(first.fields, first.opened)].some((own) => isDeepEqual(own, other))) return
    storeLocally({ id: createRecordId(), typed: omitFiles(first.fields, other), base: '' })
  }

  function keep(state: DraftState) {
    const before = newest.current ?? state
    newest.current = state
    if (ended.current) return
    if (state.isUntouched) removeLocalDraft(owner, id, before.typed)
    else {
      moveOtherText(before.typed)
      storeLocally({ id, typed: state.typed, base: base.current })
    }
    autosaving.current?.change(state)
  }

  async function end() {
    ended.current = true
    removeLocalDraft(owner, id, newest.current?.typed ?? toFormValues(first.fields, first.opened))
    await autosaving.current?.stop()
  }

  return {
    saving,
    savedAt,
    isFrozen: isFrozenError(error),
    replaced,
    error,
    save: keep,
    async flush() {
      const { length } = keptApart.current
      const isSaved = (await autosaving.current?.flush()) ?? false
      return { isSaved, hasReplaced: keptApart.current.length > length }
    },
    isSubmitted: async () => isSubmitted(await loadStoredDraft(first)),
    copyTo(fresh) {
      // Copies the values in memory, because another tab may have removed the local draft.
      const typed = newest.current?.typed
      return typed !== undefined && storeLocally({ id: fresh, typed: omitFiles(first.fields, typed), base: '' })
    },
    stopSaving: () => void end(),
    async discard() {
      await end()
      // Returns without a call if the draft was never sent to the server.
      if (!base.current && !sent.current.length) return
      try {
        await deleteDraft(first)
      } catch (error) {
        begin()
        if (newest.current) keep(newest.current)
        throw error
      }
    },
  }
}

/** Saves when the page is hidden, when the browser is online again, and before sign-out. Stops autosave when the form unmounts. */
function useSaveTriggers(autosaving: RefObject<Autosave<DraftState> | null>) {
  useEffect(() => {
    const save = () => void autosaving.current?.flush()
    const hidden = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', save)
    const forgetIt = onBeforeSignOut(async () => autosaving.current?.flush())
    return () => {
      forgetIt()
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', save)
      // Attempts a last save. If it fails, the changes remain in the browser's local draft.
      void autosaving.current?.leave()
    }
  }, [autosaving])
}
