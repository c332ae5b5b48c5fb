/** User roles. Defined in a module without zod, because routes and menus of every page import it. */
export const roles = ['_user', '_admin'] as const
export type Role = (typeof roles)[number]
export const roleLabels = { _user: 'Usuario', _admin: 'Administrador' } as const satisfies Record<Role, string>
