// Separate from `keys.ts` (management of API keys and its schemas), because every call with an API key loads this file.
export { handleApiKeyCall } from '../keys/api-key-proxy.ts'
