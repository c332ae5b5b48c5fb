import type { ListColumn, ListInput } from '../domain/lists/list.ts'

export const columnTypeLabels = {
  text: 'Texto',
  idDocument: 'Documento de identidad',
  date: 'Fecha',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  integer: 'Número entero',
  decimal: 'Número decimal',
  money: 'Dinero',
  percent: 'Porcentaje',
} as const satisfies Record<ListColumn['type'], string>

export const listAccessLabels = {
  admins: 'Solo los administradores',
  everybody: 'Todas las personas activas',
  groups: 'Los miembros de estos grupos',
} as const satisfies Record<ListInput['access'], string>
