/** In a file without zod: the form of registration names it before they are there. */
export const passwordMin = 6
/** bcrypt reads 72 bytes; PocketBase refuses what is longer instead of cutting it. */
export const passwordMax = 71
