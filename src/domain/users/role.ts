/** In a file without zod: addresses and menus name roles on every page. */
export const roles = ['_user', '_admin'] as const
export type Role = (typeof roles)[number]
export const roleNames = { _user: 'Usuario', _admin: 'Administrador' } as const satisfies Record<Role, string>
