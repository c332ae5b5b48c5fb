/** Minimum password length. Defined in a module without zod, because the registration form shows it before zod is loaded. */
export const minPasswordLength = 6
/** Maximum password length. bcrypt reads only 72 bytes; PocketBase rejects longer passwords instead of truncating them. */
export const maxPasswordLength = 71
