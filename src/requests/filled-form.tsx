import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Context, Field } from '../domain/fields/field.ts'
import { same } from '../domain/fields/same.ts'
import type { Decision } from '../domain/requests/decision.ts'
import type { FilledByDeciders } from '../domain/requests/filled.ts'
import type { Request } from '../domain/requests/request.ts'
import { saveLocal } from '../lib/local-store.ts'
import { codeOf } from '../lib/message.ts'
import { queryClient } from '../lib/query-client.ts'
import { isRefusal } from '../lib/refusal.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { useUser } from '../session/use-user.ts'
import s from './filled-form.module.css'
import { FieldList } from './form/field-list.tsx'
import { useRequestForm } from './form/use-request-form.ts'
import type { FormValues } from './form-values.ts'
import { filledByDeciders } from './queries.ts'
import { formValuesOf } from './shown.ts'

/** A request with what its deciders fill, as it was read. */
export interface ToFill {
  request: Request
  /** Of its owner and of the deciders: one may depend on another. */
  fields: readonly Field[]
  given: FilledByDeciders
  context: Context
}

type Filled = NonNullable<Decision['filled']>

/** What whoever decides does with the form beside the decision. */
export interface FillingForm {
  /** Returns what is to be sent with the decision, `undefined` if nothing changed, `false` if something has to be corrected first. */
  read: () => Filled | undefined | false
  refuse: (errors: Record<string, string>) => void
  /** Takes what the server refused of the call that decides; returns whether the fields show it. */
  fail: (cause: unknown) => Promise<boolean>
  /** Forgets the draft, which was sent; returns how to restore it if the decision is undone. */
  clear: () => () => void
}

interface Kept {
  /** What it was written over. */
  updated: string
  typed: FormValues
}

const keptName = (request: string) => `filled:${request}`

const isTheirs = ({ deciders }: Field) => deciders !== undefined

/** The fields that deciders fill, where the decision is written; what was typed stays in this browser until it is sent with the decision. */
export function FilledForm({ request, given, context, ref, ...shown }: ToFill & { ref?: Ref<FillingForm> }) {
  const me = useUser().id
  // A version never changes: the list is made anew with each drawing of the page.
  const [fields] = useState(shown.fields)
  const [kept, setKept] = usePersistentState<Kept | null>(me, keptName(request.id), null)
  const [stored] = useState(() => formValuesOf(fields, { ...request.values, ...given.values }))
  const [base, setBase] = useState(kept?.updated ?? given.updated)
  const [initial] = useState(() => ({ ...stored, ...kept?.typed }))
  const model = useRequestForm(fields, initial, context)
  const box = useRef<HTMLFieldSetElement>(null)
  const [tries, setTries] = useState(0)
  const theirs = fields.filter(isTheirs).map(({ key }) => key)
  const only = <Value,>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => theirs.includes(path.split('.')[0] ?? '')))
  const typed = only(model.typed)
  const isChanged = !same(typed, only(stored))
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter
  useEffect(() => {
    setKept(isChanged ? { updated: base, typed } : null)
  }, [JSON.stringify(typed), base])
  useEffect(() => {
    if (tries) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  function refuse(errors: Record<string, string>) {
    model.refuse(errors)
    setTries((before) => before + 1)
  }
  function read(): Filled | undefined | false {
    const { values, errors } = model.check()
    // What is missing is asked for by the approval that needs it.
    const wrong = Object.entries(only(errors)).filter(([, code]) => code !== 'required')
    if (wrong.length) {
      setTries((before) => before + 1)
      return false
    }
    if (same(only(model.controls.form.getValues() as FormValues), only(stored))) return undefined
    return { values: only(values), updated: base }
  }
  async function fail(cause: unknown): Promise<boolean> {
    if (codeOf(cause) === 'request.changed')
      setBase((await queryClient.query({ ...filledByDeciders(request.id), staleTime: 0 })).updated)
    if (codeOf(cause) !== 'request.filled') return false
    refuse(codesIn(cause))
    return true
  }
  function clear() {
    const draft = kept
    setKept(null)
    return () => {
      if (draft) saveLocal('kept', me, keptName(request.id), draft)
    }
  }
  useImperativeHandle(ref, () => ({ read, refuse, fail, clear }))

  return (
    <fieldset ref={box} className={s.form} data-filled="">
      <legend className={s.legend}>Datos de la aprobación</legend>
      <FieldList model={model} notes={{}} shows={isTheirs} hint={hintOf} />
    </fieldset>
  )
}

function codesIn(cause: unknown): Record<string, string> {
  const data = (isRefusal(cause) && cause.response.data) || {}
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, refused]) => (key !== 'code' && refused?.code ? [[key, refused.code]] : [])),
  )
}

const hintOf = ({ deciders }: Field) => (deciders === 'keep' ? 'Solo lo ven quienes aprueban.' : undefined)
