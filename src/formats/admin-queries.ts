import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Format, FormatInput } from '../domain/formats/format.ts'
import { removeInvalidPaperFields } from '../domain/formats/paper-fields.ts'
import { getErrorCode } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { isOwnAttempt } from './editor/format-input.ts'

const formats = () => pb.collection('formats')
const call = (id: string, step: string, body: object = {}) =>
  pb.send<Format>(`/api/app/formats/${id}/${step}`, { method: 'POST', body })

export const allFormatsQuery = queryOptions({
  queryKey: ['formats', 'all'],
  queryFn: () => formats().getFullList<Format>({ sort: 'category,name' }),
})

export type NewFormat = Pick<FormatInput, 'code' | 'name' | 'category'>
export const createFormatMutation = mutationOptions({
  mutationKey: ['formats', 'create'],
  mutationFn: (format: NewFormat & Partial<FormatInput>) =>
    formats().create<Format>({ description: '', fields: [], body: '', requiresReview: true, ...format }),
  meta: { quiet: true },
})

export const copyFormatMutation = mutationOptions({
  mutationKey: ['formats', 'copy'],
  mutationFn: ({ id, code, name }: { id: string } & Pick<FormatInput, 'code' | 'name'>) =>
    call(id, 'copy', { code, name }),
  meta: { quiet: true, success: 'Copia creada como borrador.' },
})

interface FormatSave {
  id: string
  updated: string
  input: FormatInput
  /** Inputs sent since the last response. A stored format equal to one of them is this page's own save, not a conflict. */
  attempts: readonly FormatInput[]
}

/** Saves a format. The server refuses the call if the stored format changed after `updated`. */
export const saveFormatMutation = mutationOptions({
  mutationKey: ['formats', 'save'],
  mutationFn({ id, updated, input, attempts }: FormatSave) {
    const save = (updated: string) =>
      formats().update<Format>(id, removeInvalidPaperFields(input), { query: { updated } })
    return save(updated).catch(async (error) => {
      const stored = getErrorCode(error) === 'format.changed' ? await formats().getOne<Format>(id) : null
      if (!stored || !isOwnAttempt(stored, [input, ...attempts])) throw error
      return isOwnAttempt(stored, [input]) ? stored : save(stored.updated)
    })
  },
  meta: { quiet: true },
})

/** Query for the number of requests that a retention of `years` would anonymise now. */
export const retentionQuery = (id: string, years: number) =>
  queryOptions({
    queryKey: ['formats', 'retention', id, years],
    queryFn: () => pb.send<{ count: number }>(`/api/app/formats/${id}/retention`, { query: { years } }),
  })

export const changeFormatStatusMutation = mutationOptions({
  mutationKey: ['formats', 'step'],
  mutationFn: ({ id, step }: { id: string; step: 'publish' | 'archive' | 'restore' }) => call(id, step),
  meta: { quiet: true },
})

export const deleteFormatMutation = mutationOptions({
  mutationKey: ['formats', 'delete'],
  mutationFn: (id: string) => formats().delete(id),
  meta: { success: 'Borrador borrado.' },
})
