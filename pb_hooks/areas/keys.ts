export { confirmKey, createKey, listKeys, revokeKey } from '../keys/keys.ts'
