import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Field, Values } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { convertRecord } from '../../domain/lists/list-binding.ts'
import type { ListRow, RecordList } from '../../domain/lists/list-output.ts'
import { isApiError } from '../../lib/api-error.ts'
import { pb } from '../../lib/pb.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { AutocompleteInput } from '../../ui/form/autocomplete-input.tsx'
import { toFormValues } from '../form-conversion.ts'
import s from './controls.module.css'
import { FormControlsContext, TextControl, useTextControl } from './controls.tsx'

interface Props {
  field: Field
  among: readonly Field[]
  path: string
  say: (warning: string | undefined) => void
}

/** Input with suggestions from a record list; a plain input if the user lacks access or is offline. */
export function RecordControl(props: Props) {
  const { data } = useQuery(boundListQuery(props.field.list?.id ?? ''))
  const [isIn, setIsIn] = useState(false)
  const [shown, setShown] = useState(data)
  // Replaces the input only while it has no focus, because a new input would lose the typed text.
  if (!isIn && shown !== data) setShown(data)
  const list = isIn && Boolean(shown) !== Boolean(data) ? shown : data
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes whether the focus is inside
    <div className={s.whole} onFocus={() => setIsIn(true)} onBlur={() => setIsIn(false)}>
      {list ? <RecordSuggestions {...props} list={list} /> : <TextControl {...props} />}
    </div>
  )
}

function RecordSuggestions({ field, among, path, say, list }: Props & { list: RecordList }) {
  const { form, context, onBlur } = use(FormControlsContext)
  const text: unknown = useWatch({ control: form.control, name: path })
  const tied = useTextControl({ field, path, say })
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const sought = useDebounced(typed, 250)
  const { data: found = [], isFetching } = useQuery(matchingRecordsQuery(list, sought))
  /** Values that the last selected record filled in, by field key. */
  const put = useRef<Record<string, unknown>>({})

  function choose({ values }: ListRow) {
    const filled = convertRecord(field, among, list.columns, values, context)
    const known = Object.fromEntries(
      Object.entries(filled).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    )
    const texts = toFormValues(among, known as Values)
    const written: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(filled)) {
      // If the record has no value for a field, clears the field only if the previous record filled it.
      if (value === null && form.getValues(key) !== put.current[key]) continue
      written[key] = texts[key]
      form.setValue(key, texts[key], { shouldDirty: true })
      onBlur(key)
    }
    put.current = written
    setTyped('')
    const others = among
      .filter(({ key }) => key !== field.key && known[key] !== undefined)
      .map(({ label }) => `«${label}»`)
    setAnnouncement(others.length ? `Se completó con «${list.name}»: ${others.join(', ')}.` : '')
  }

  const options =
    typed.trim().length < 2 ? [] : found.map((row, at) => ({ ...toOption(row, field, list), value: String(at) }))
  return (
    <AutocompleteInput
      {...tied}
      label={field.label}
      text={String(text ?? '')}
      options={options}
      busy={isFetching}
      announcement={announcement}
      onText={(text) => {
        setTyped(text)
        setAnnouncement('')
        form.setValue(path, text, { shouldDirty: true })
      }}
      onChoose={(at) => {
        const row = found[Number(at)]
        if (row) choose(row)
      }}
    />
  )
}

/** Returns the option of a record: the field's value, and up to three other columns to distinguish records. */
function toOption({ values }: ListRow, field: Field, { columns, keyColumn }: RecordList) {
  const printed = (key: string) => {
    const column = columns.find((one) => one.key === key)
    const value = values[key]
    return column && value !== undefined ? formatValue(column as Field, value) : ''
  }
  const own = field.list?.column ?? ''
  const others = [keyColumn, ...columns.map(({ key }) => key)].filter(
    (key, at, all) => key !== own && all.indexOf(key) === at,
  )
  return { label: printed(own), detail: others.map(printed).filter(Boolean).slice(0, 3).join(' · ') }
}

/**
 * Query for the record list of a field; `null` if the user cannot read it. After a connection error, the cached list is
 * used.
 */
const boundListQuery = (id: string) =>
  queryOptions({
    queryKey: ['lists', 'bound', id],
    queryFn: async (): Promise<RecordList | null> => {
      const list = await pb
        .collection('lists')
        .getOne<RecordList>(id)
        .catch((error) => {
          if (isApiError(error) && (error.status === 403 || error.status === 404)) return null
          throw error
        })
      // Loads the suggestions in advance, so that the input is not replaced while the user types.
      if (list) await import('../../ui/form/autocomplete-control.tsx')
      return list
    },
    retry: false,
  })

/** Query for the records that match the typed text; empty if the call fails. */
const matchingRecordsQuery = ({ id, current }: RecordList, q: string) =>
  queryOptions({
    queryKey: ['lists', 'like', id, current, q],
    queryFn: ({ signal }): Promise<ListRow[]> =>
      pb.send<{ items: ListRow[] }>(`/api/app/lists/${id}/search`, { query: { q }, signal }).then(
        ({ items }) => items,
        () => [],
      ),
    enabled: q.trim().length >= 2,
    placeholderData: keepPreviousData,
  })
