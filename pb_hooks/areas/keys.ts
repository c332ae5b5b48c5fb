export { openRouter, passDoor } from '../keys/door.ts'
export { createKey, listKeys, revokeKey } from '../keys/keys.ts'
