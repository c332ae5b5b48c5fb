import { queryOptions } from '@tanstack/react-query'
import type { Format, FormatVersion } from '../domain/formats/format.ts'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'

const choiceFields = [
  'id',
  'code',
  'name',
  'aliases',
  'description',
  'category',
  'version',
  'requiresReview',
  'makesFinal',
] as const
/** Format with only the properties that users see and search when they choose a format. */
export type SelectableFormat = Pick<Format, (typeof choiceFields)[number]>

/** Query for the published formats, in catalogue order. Users choose from them for new requests. */
export const publishedFormatsQuery = queryOptions({
  queryKey: ['formats', 'published'],
  queryFn: () =>
    pb.collection('formats').getFullList<SelectableFormat>({
      filter: "status = 'published'",
      fields: choiceFields.join(),
      sort: 'category,name',
    }),
})

/** Query for the document texts of the published formats, by id. Used when no name or description contains the searched words. */
export const formatBodiesQuery = queryOptions({
  queryKey: ['formats', 'bodies'],
  queryFn: async () => {
    const options = { filter: "status = 'published'", fields: 'id,body' }
    const found = await pb.collection('formats').getFullList<Pick<Format, 'id' | 'body'>>(options)
    return new Map(found.map(({ id, body }) => [id, body]))
  },
})

/** Query for the formats in filters: published formats, for administrators also archived ones. */
export const filterableFormatsQuery = queryOptions({
  queryKey: ['formats', 'known'],
  queryFn: () =>
    pb.collection('formats').getFullList<Pick<Format, 'id' | 'code' | 'name' | 'aliases' | 'status'>>({
      filter: "status != 'draft'",
      fields: 'id,code,name,aliases,status',
      sort: 'name',
    }),
})

/** Query for the current state of a format, also if archived. */
export const formatQuery = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'one', id],
    queryFn: () => pb.collection('formats').getOne<Format>(id),
  })

/** Query for a format version by id. Cached forever, because versions never change. */
export const formatVersionQuery = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'version', id],
    queryFn: () => pb.collection('format_versions').getOne<FormatVersion>(id),
    staleTime: Number.POSITIVE_INFINITY,
  })

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

/** Returns whether the user may request a format. The server lists only those formats; the groups are not disclosed. */
export async function loadFormatAccess({ id, status, access }: Format, { role }: User): Promise<boolean> {
  if (role === '_admin' || access !== 'groups' || status !== 'published') return true
  const formats = await queryClient.query(publishedFormatsQuery)
  return formats.some((format) => format.id === id)
}
