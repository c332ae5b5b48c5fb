import { queryOptions } from '@tanstack/react-query'
import type { Format, FormatVersion } from '../domain/formats/format.ts'
import { pb } from '../lib/pb.ts'

/** What one may ask for, in the order of the catalogue. */
export const publishedFormats = queryOptions({
  queryKey: ['formats', 'published'],
  queryFn: () =>
    pb.collection('formats').getFullList<Format>({
      filter: "status = 'published'",
      sort: 'category,name',
    }),
})

/** Every format that one may see, for finding old requests by it: also what is archived, to administrators. */
export const knownFormats = queryOptions({
  queryKey: ['formats', 'known'],
  queryFn: () =>
    pb.collection('formats').getFullList<Pick<Format, 'id' | 'code' | 'name' | 'status'>>({
      filter: "status != 'draft'",
      fields: 'id,code,name,status',
      sort: 'name',
    }),
})

/** One format as it is named today, also when it is archived. */
export const formatById = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'one', id],
    queryFn: () => pb.collection('formats').getOne<Format>(id),
  })

/** The fields and the body with which a request was made: they never change. */
export const formatVersion = (id: string) =>
  queryOptions({
    queryKey: ['formats', 'version', id],
    queryFn: () => pb.collection('format_versions').getOne<FormatVersion>(id),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The version that a format has published: what a new request of it is made with. */
export const publishedVersion = (format: Pick<Format, 'id' | 'version'>) =>
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
