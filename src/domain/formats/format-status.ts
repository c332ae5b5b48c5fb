/** Statuses of a format. Defined in a module without zod, because every page imports it for the URL parameters of the catalogue. */
export const formatStatuses = ['draft', 'published', 'archived'] as const
export type FormatStatus = (typeof formatStatuses)[number]

export const formatStatusLabels = {
  draft: 'Borrador',
  published: 'Publicado',
  archived: 'Archivado',
} as const satisfies Record<FormatStatus, string>

/** Users who may request a format, besides administrators: all active users, or members of groups. */
export const formatAccessLevels = ['everybody', 'groups'] as const
