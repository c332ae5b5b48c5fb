import { ClientResponseError } from 'pocketbase'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Values } from '../../domain/field.ts'
import type { Request } from '../../domain/request.ts'
import { codeOf } from '../../lib/message.ts'
import { pb } from '../../lib/pb.ts'
import { noticeRefusal, queryClient } from '../../lib/query-client.ts'
import { dropCopy, keepCopy } from '../draft-copy.ts'
import { draftKeeper, type Keeping } from '../draft-keeper.ts'
import { same } from '../same.ts'
import type { Typed } from '../typed.ts'

export interface Place {
  owner: string
  id: string
  format: string
  /** `updated` of the stored draft; empty when none is stored yet. */
  base: string
}

interface State {
  typed: Typed
  values: Values
}

/** Why nothing more is saved until the person decides: it changed elsewhere, or it is no draft any more. */
type Trouble = 'changed' | 'gone'

export interface Draft {
  keeping: Keeping
  savedAt: Date | null
  trouble: Trouble | null
  error: unknown
  keep: (state: State) => void
  /** Saves now; whether all is saved. */
  flush: () => Promise<boolean>
  /** Saves over what was changed elsewhere. */
  insist: () => Promise<void>
  /** Forgets the copy in this browser. */
  forget: () => void
}

/** Keeps what is typed: at once in this browser, a moment later on the server. */
export function useDraft(place: Place): Draft {
  const [keeping, setKeeping] = useState<Keeping>('idle')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [error, setError] = useState<unknown>(null)
  const base = useRef(place.base)
  const newest = useRef<State | null>(null)
  const sent = useRef<Values | null>(null)
  const [first] = useState(place)
  const { owner, id, format } = first

  const keeper = useMemo(() => {
    async function save(state: State) {
      const tried = [state.values, sent.current]
      sent.current = state.values
      const stored = await store({ id, format, base: base.current }, state.values, tried)
      base.current = stored.updated
      if (newest.current === state) dropCopy(owner, id)
    }
    return draftKeeper<State>({
      save,
      isPassing,
      tell: (next, cause) => {
        setKeeping(next)
        setError(cause ?? null)
        noticeRefusal(cause)
        if (next !== 'saved') return
        setSavedAt(new Date())
        void queryClient.invalidateQueries({ queryKey: ['requests', 'list'] })
      },
    })
  }, [owner, id, format])

  useEffect(() => {
    const save = () => void keeper.flush()
    const hidden = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', save)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', save)
      // Leaving the page by a link of ours saves what is not saved yet.
      save()
    }
  }, [keeper])

  return {
    keeping,
    savedAt,
    trouble: error ? troubleOf(error) : null,
    error,
    keep(state) {
      newest.current = state
      keepCopy(owner, { id, format, typed: state.typed, base: base.current, at: Date.now() })
      keeper.change(state)
    },
    flush: () => keeper.flush(),
    async insist() {
      base.current = (await pb.collection('requests').getOne<Request>(id, { requestKey: null })).updated
      if (newest.current) keeper.change(newest.current)
      await keeper.flush()
    },
    forget: () => dropCopy(owner, id),
  }
}

/** `tried`: what was sent before and may have been stored although no answer came. */
async function store(
  { id, format, base }: Omit<Place, 'owner'>,
  values: Values,
  tried: readonly (Values | null)[],
): Promise<Request> {
  const drafts = pb.collection('requests')
  // What is sent while the page closes must outlive it; browsers allow that up to 64 KiB.
  const keepalive = document.visibilityState === 'hidden' && JSON.stringify(values).length < 30_000
  const over = (updated: string) =>
    drafts.update<Request>(id, { values }, { query: { updated }, requestKey: null, keepalive })
  if (base)
    return over(base).catch(async (error) => {
      const stored = codeOf(error) === 'request.changed' ? await drafts.getOne<Request>(id, { requestKey: null }) : null
      if (!stored || !tried.some((own) => own && same(stored.values, own))) throw error
      return over(stored.updated)
    })
  const made = await drafts.create<Request>({ id, format, values }, { requestKey: null, keepalive })
  if (same(made.values, values)) return made
  // The first answer was lost on its way: the draft was there already, with what was typed then.
  return over(made.updated)
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ClientResponseError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}

function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof ClientResponseError)) return null
  if (codeOf(error) === 'request.changed') return 'changed'
  return error.status === 404 || codeOf(error) === 'request.frozen' ? 'gone' : null
}
