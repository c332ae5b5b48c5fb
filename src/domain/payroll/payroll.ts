import type { Field, Values } from '../fields/field.ts'
import type { ProfileField } from '../users/profile.ts'

/** Maximum rows of a payroll. */
export const maxPayrollRows = 5_000
/** Maximum items in each list of a response, except for people who left. */
export const maxListedRows = 100

// Keys of columns that are no profile fields. Their capital letter keeps them apart from the keys of profile fields.
export const lastNamesKey = 'lastNames'
export const managerKey = 'managerKey'
export const groupsKey = 'groupNames'
export const activityKey = 'isActive'

/** Returns the columns of a payroll as fields: contact data, the profile fields of the organisation, manager and groups. */
export function getPayrollFields(profileFields: readonly ProfileField[]): Field[] {
  const names = ['nombres', 'nombres y apellidos', 'empleado', 'trabajador', 'colaborador', 'persona', 'funcionario']
  const managers = ['jefe', 'correo del jefe', 'correo jefe', 'documento del jefe', 'cédula del jefe', 'líder']
  return [
    { key: 'name', label: 'Nombre completo', type: 'text', required: true, aliases: names, example: 'Ana Ruiz' },
    { key: lastNamesKey, label: 'Apellidos', type: 'text', example: 'Peña' },
    { key: 'email', label: 'Correo electrónico', type: 'email', unique: true, example: 'ana.ruiz@empresa.co' },
    { key: 'phone', label: 'Teléfono', type: 'phone' },
    ...profileFields.map(({ key, label, type }) => ({ key, label, type, unique: type === 'idDocument' })),
    { key: managerKey, label: 'Jefe inmediato', type: 'text', aliases: managers, example: 'luis.mora@empresa.co' },
    { key: groupsKey, label: 'Grupos', type: 'text', aliases: ['grupo'], example: 'Compras; Jefes' },
  ]
}

/** Returns whether so many people leave that the administrator must type their number. `active`: active people of the earlier payroll. */
export const isSuspiciousShare = (leaving: number, active: number): boolean => leaving > 5 && leaving > active * 0.2

/** Row of a payroll. `errors`: error codes by column. */
export interface PayrollRow {
  row: number
  values: Values
  errors: Record<string, string>
}

/** Values before and after a change, by column. Empty text for no value. */
export type PayrollChanges = Record<string, { from: unknown; to: unknown }>

/** Work that an import does for one person or group. The steps run in order, and an undo runs them in reverse order. */
export type PayrollStep = { user: string; name: string; row: number } & (
  | { kind: 'create' | 'change'; changes: PayrollChanges }
  /** `user` is the id of the group. */
  | { kind: 'group'; added: string[]; removed: string[] }
)
