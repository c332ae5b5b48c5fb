import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Field, Values } from '../../domain/fields/field.ts'
import { printValue } from '../../domain/fields/values.ts'
import type { ListRow, RecordList } from '../../domain/lists/list.ts'
import { recordValues } from '../../domain/lists/list-binding.ts'
import { SuggestInput } from '../../ui/suggest-input.tsx'
import { boundList, recordsLike } from '../list-queries.ts'
import { formValuesOf } from '../shown.ts'
import { ControlsContext, useText } from './controls.ts'
import s from './list-control.module.css'
import { TextControl } from './text-control.tsx'
import { useWaited } from './use-waited.ts'

interface Props {
  field: Field
  among: readonly Field[]
  path: string
  say: (warning: string | undefined) => void
}

/** A text that is looked for in a list of records; whoever may not see the list, or has no line, types it. */
export function ListControl(props: Props) {
  const { data } = useQuery(boundList(props.field.list?.id ?? ''))
  const [isIn, setIsIn] = useState(false)
  const [shown, setShown] = useState(data)
  // Another input in the place of the one that somebody is in would take what is being typed: it waits until he left.
  if (!isIn && shown !== data) setShown(data)
  const list = isIn && Boolean(shown) !== Boolean(data) ? shown : data
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears whether somebody is in what it holds
    <div className={s.whole} onFocus={() => setIsIn(true)} onBlur={() => setIsIn(false)}>
      {list ? <Suggesting {...props} list={list} /> : <TextControl {...props} />}
    </div>
  )
}

function Suggesting({ field, among, path, say, list }: Props & { list: RecordList }) {
  const { form, context, left } = use(ControlsContext)
  const text: unknown = useWatch({ control: form.control, name: path })
  const tied = useText(field, path, say)
  const [typed, setTyped] = useState('')
  const [told, setTold] = useState('')
  const sought = useWaited(typed, 250)
  const { data: found = [], isFetching } = useQuery(recordsLike(list, sought))
  /** What the last choice put where. */
  const put = useRef<Record<string, unknown>>({})

  function choose({ values }: ListRow) {
    const filled = recordValues(field, among, list.columns, values, context)
    const known = Object.fromEntries(
      Object.entries(filled).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    )
    const texts = formValuesOf(among, known as Values)
    const written: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(filled)) {
      // What the record does not say takes away only what another record had said.
      if (value === null && form.getValues(key) !== put.current[key]) continue
      written[key] = texts[key]
      form.setValue(key, texts[key], { shouldDirty: true })
      left(key)
    }
    put.current = written
    setTyped('')
    const others = among
      .filter(({ key }) => key !== field.key && known[key] !== undefined)
      .map(({ label }) => `«${label}»`)
    setTold(others.length ? `Se completó con «${list.name}»: ${others.join(', ')}.` : '')
  }

  const options =
    typed.trim().length < 2 ? [] : found.map((row, at) => ({ ...optionOf(row, field, list), value: String(at) }))
  return (
    <SuggestInput
      {...tied}
      label={field.label}
      text={String(text ?? '')}
      options={options}
      busy={isFetching}
      told={told}
      onText={(text) => {
        setTyped(text)
        setTold('')
        form.setValue(path, text, { shouldDirty: true })
      }}
      onChoose={(at) => {
        const row = found[Number(at)]
        if (row) choose(row)
      }}
    />
  )
}

/** What the field takes of it, and beside it what tells it from others. */
function optionOf({ values }: ListRow, field: Field, { columns, keyColumn }: RecordList) {
  const printed = (key: string) => {
    const column = columns.find((one) => one.key === key)
    const value = values[key]
    return column && value !== undefined ? printValue(column as Field, value) : ''
  }
  const own = field.list?.column ?? ''
  const others = [keyColumn, ...columns.map(({ key }) => key)].filter(
    (key, at, all) => key !== own && all.indexOf(key) === at,
  )
  return { label: printed(own), detail: others.map(printed).filter(Boolean).slice(0, 3).join(' · ') }
}
