/** User roles. In a module without zod, because routes and menus of every page use it. */
export const roles = ['_user', '_admin'] as const
export type Role = (typeof roles)[number]
export const roleLabels = { _user: 'Usuario', _admin: 'Administrador' } as const satisfies Record<Role, string>
