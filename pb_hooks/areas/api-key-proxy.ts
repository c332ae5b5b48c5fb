// Separate from the management of API keys and its schemas, because every API call with a key loads this file.
export { handleKeyCall, storeRouter } from '../keys/api-key-proxy.ts'
