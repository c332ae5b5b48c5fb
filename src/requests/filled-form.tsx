import { useMutation } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Context, Field } from '../domain/field.ts'
import type { FilledByDeciders } from '../domain/filled.ts'
import type { Request } from '../domain/request.ts'
import { same } from '../domain/same.ts'
import { codeOf } from '../lib/message.ts'
import { queryClient } from '../lib/query-client.ts'
import { isRefusal } from '../lib/refusal.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { useUser } from '../session/use-user.ts'
import { fillFields } from './actions.ts'
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

/** What whoever decides does with the form beside the decision. */
export interface FillingForm {
  /** Keeps on the server what was typed; false where it has to be mended first. Throws what the server refuses besides. */
  save: () => Promise<boolean>
  refuse: (errors: Record<string, string>) => void
}

interface Kept {
  /** What it was written over. */
  updated: string
  typed: FormValues
}

const isTheirs = ({ deciders }: Field) => deciders !== undefined

/** The fields that deciders fill, where the decision is written; what was typed stays in this browser until it is kept on the server. */
export function FilledForm({ request, given, context, ref, ...read }: ToFill & { ref?: Ref<FillingForm> }) {
  const me = useUser().id
  // A version never changes: the list is made anew with each drawing of the page.
  const [fields] = useState(read.fields)
  const [kept, setKept] = usePersistentState<Kept | null>(me, `filled:${request.id}`, null)
  const [stored] = useState(() => formValuesOf(fields, { ...request.values, ...given.values }))
  const [base, setBase] = useState(kept?.updated ?? given.updated)
  const [initial] = useState(() => ({ ...stored, ...kept?.typed }))
  const model = useRequestForm(fields, initial, context)
  const filling = useMutation(fillFields)
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
  async function save(): Promise<boolean> {
    const { values, errors } = model.check()
    // What is missing is asked for by the approval that needs it.
    const wrong = Object.entries(only(errors)).filter(([, code]) => code !== 'required')
    if (wrong.length) {
      setTries((before) => before + 1)
      return false
    }
    if (same(only(model.controls.form.getValues() as FormValues), only(stored))) return true
    try {
      const saved = await filling.mutateAsync({ id: request.id, values: only(values), updated: base })
      queryClient.setQueryData(filledByDeciders(request.id).queryKey, saved)
      setBase(saved.updated)
      setKept(null)
      return true
    } catch (cause) {
      if (codeOf(cause) === 'request.changed')
        setBase((await queryClient.query({ ...filledByDeciders(request.id), staleTime: 0 })).updated)
      if (codeOf(cause) !== 'request.filled') throw cause
      refuse(codesIn(cause))
      return false
    }
  }
  useImperativeHandle(ref, () => ({ save, refuse }))

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
