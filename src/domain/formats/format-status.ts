/** In a file without zod: the address of the catalogue names it on every page. */
export const formatStatuses = ['draft', 'published', 'archived'] as const
export type FormatStatus = (typeof formatStatuses)[number]

export const formatStatusNames = {
  draft: 'Borrador',
  published: 'Publicado',
  archived: 'Archivado',
} as const satisfies Record<FormatStatus, string>
