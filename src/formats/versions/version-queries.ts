import { infiniteQueryOptions } from '@tanstack/react-query'
import type { FormatVersion } from '../../domain/formats/format.ts'
import { toVersionContent, type VersionContent } from '../../domain/formats/version-changes.ts'
import type { EventPage } from '../../domain/history/event.ts'
import type { Timestamp } from '../../domain/text/text-types.ts'
import { pb } from '../../lib/pb.ts'

export interface ListedVersion {
  number: number
  content: VersionContent
  publishedAt: Timestamp
  /** Name of the administrator who published the version; empty for the formats of a new installation. */
  author: string
}

interface VersionPage {
  versions: ListedVersion[]
  /** Content of the version before the last one of this page; absent for the first version. */
  previous?: VersionContent
  /** Number of the last version of this page, or 0 on the last page. */
  next: number
}

const perPage = 10

/** Query for the published versions of a format, newest first, with their authors. */
export const versionListQuery = (format: string) =>
  infiniteQueryOptions({
    queryKey: ['formats', 'versions', format],
    queryFn: ({ pageParam }) => loadVersionPage(format, pageParam),
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ next }) => next || undefined,
  })

/** Loads a page of versions and one more version, with which the last version of the page is compared. */
async function loadVersionPage(format: string, before: number): Promise<VersionPage> {
  const filter = pb.filter('format = {:format} && version < {:before}', { format, before })
  const [records, authors] = await Promise.all([
    pb
      .collection('format_versions')
      .getList<FormatVersion & { created: Timestamp }>(1, perPage + 1, { filter, sort: '-version', skipTotal: true }),
    loadAuthors(format),
  ])
  const versions = records.items.map((record) => ({
    number: record.version,
    content: toVersionContent(record),
    publishedAt: record.created,
    author: authors.get(record.version) ?? '',
  }))
  const previous = versions[perPage]?.content
  return {
    versions: versions.slice(0, perPage),
    ...(previous && { previous }),
    next: previous ? (versions[perPage - 1]?.number ?? 0) : 0,
  }
}

/** Returns the administrator who published each version. A version published again has several events. */
async function loadAuthors(subjectId: string): Promise<Map<number, string>> {
  const query = { subject: 'formats', subjectId, action: 'publish', perPage: 200 }
  const { items } = await pb.send<EventPage>('/api/app/events', { query })
  // Sets the oldest event of a version last, so that it replaces the newer ones.
  return new Map(items.map(({ details, actorName }) => [Number(details?.version), actorName]))
}
