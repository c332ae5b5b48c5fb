/** Statuses of a format. Defined in a module without zod, because every page imports it for the URL parameters of the catalogue. */
export const formatStatusLabels = {
  draft: { label: 'Borrador', plural: 'Borradores', tone: 'warning' },
  published: { label: 'Publicado', plural: 'Publicados', tone: 'success' },
  archived: { label: 'Archivado', plural: 'Archivados', tone: 'neutral' },
} as const
export const formatStatuses = Object.keys(formatStatusLabels) as (keyof typeof formatStatusLabels)[]

/** Users who may request a format, besides administrators: all active users, or members of groups. */
export const formatAccessLevels = ['everybody', 'groups'] as const
