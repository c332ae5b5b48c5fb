/** Labels of the account states by which the user list is filtered. */
export const userStateLabels = {
  waiting: 'Por activar',
  unconfirmed: 'Sin confirmar',
  active: 'Activos',
  inactive: 'Inactivos',
  rejected: 'Rechazados',
} as const
export type UserState = keyof typeof userStateLabels
export const userStates = Object.keys(userStateLabels) as UserState[]

/** Fields by which the user list is ordered. */
export const userSortFields = ['name', 'email', 'created', 'lastActiveAt'] as const
