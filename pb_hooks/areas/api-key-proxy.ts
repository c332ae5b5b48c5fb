// Apart from the management of keys and its schemas, because every call of a program passes here.
export { handleKeyCall, storeRouter } from '../keys/api-key-proxy.ts'
