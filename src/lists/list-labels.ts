import type { ListInput } from '../domain/lists/list.ts'

export const listAccessLabels = {
  admins: 'Solo los administradores',
  everybody: 'Todas las personas activas',
  groups: 'Los miembros de estos grupos',
} as const satisfies Record<ListInput['access'], string>
