/**
 * Statuses of a format. This module does not import zod, because every page loads it for the catalogue's URL
 * parameters.
 */
export const formatStatuses = ['draft', 'published', 'archived'] as const
export type FormatStatus = (typeof formatStatuses)[number]

export const formatStatusLabels = {
  draft: 'Borrador',
  published: 'Publicado',
  archived: 'Archivado',
} as const satisfies Record<FormatStatus, string>
