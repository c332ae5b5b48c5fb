import type { ProfileField } from '../domain/users/profile.ts'

export const profileTypeLabels = {
  text: 'Texto',
  idDocument: 'Documento de identidad',
  date: 'Fecha',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  integer: 'Número entero',
  money: 'Dinero',
} as const satisfies Record<ProfileField['type'], string>
