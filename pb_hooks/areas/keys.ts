export { createKey, listKeys, revokeKey } from '../keys/keys.ts'
