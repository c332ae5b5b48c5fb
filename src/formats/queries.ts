import { queryOptions } from '@tanstack/react-query'
import type { Format, FormatVersion } from '../domain/formats/format.ts'
import { pb } from '../lib/pb.ts'

const choiceFields = [
  'id',
  'code',
  'name',
  'description',
  'category',
  'version',
  'requiresReview',
  'makesFinal',
  'body',
] as const
/** Format with the properties that users see or search when they choose one. */
export type FormatChoice = Pick<Format, (typeof choiceFields)[number]>

/** Query for the published formats, from which users choose for new requests, in catalogue order. */
export const publishedFormatsQuery = queryOptions({
  queryKey: ['formats', 'published'],
  queryFn: () =>
    pb.collection('formats').getFullList<FormatChoice>({
      filter: "status = 'published'",
      fields: choiceFields.join(),
      sort: 'category,name',
    }),
})

/** Query for the formats that users can filter by: published formats; also archived formats for administrators. */
export const filterableFormatsQuery = queryOptions({
  queryKey: ['formats', 'known'],
  queryFn: () =>
    pb.collection('formats').getFullList<Pick<Format, 'id' | 'code' | 'name' | 'status'>>({
      filter: "status != 'draft'",
      fields: 'id,code,name,status',
      sort: 'name',
    }),
})

/** Query for one format in its current state, also if archived. */
export const formatQuery = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'one', id],
    queryFn: () => pb.collection('formats').getOne<Format>(id),
  })

/** Query for the version that a request was created with; cached forever, because versions never change. */
export const formatVersionQuery = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'version', id],
    queryFn: () => pb.collection('format_versions').getOne<FormatVersion>(id),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Query for the published version of a format, used for new requests. */
export const publishedVersionQuery = (format: Pick<Format, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['formats', 'version', format.id, format.version],
    queryFn: () =>
      pb
        .collection('format_versions')
        .getFirstListItem<FormatVersion>(
          pb.filter('format = {:id} && version = {:version}', { id: format.id, version: format.version }),
        ),
    staleTime: Number.POSITIVE_INFINITY,
  })
