import type { Format } from '../domain/formats/format.ts'
import type { User } from '../domain/users/user.ts'
import { queryClient } from '../lib/query-client.ts'
import { publishedFormatsQuery } from './queries.ts'

/** Returns whether the user may request a format. The server lists only those formats; the groups are not disclosed. */
export async function loadFormatAccess({ id, status, access }: Format, { role }: User): Promise<boolean> {
  if (role === '_admin' || access !== 'groups' || status !== 'published') return true
  const formats = await queryClient.query(publishedFormatsQuery)
  return formats.some((format) => format.id === id)
}
