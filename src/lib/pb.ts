import PocketBase, { BaseAuthStore } from 'pocketbase'
import { patientFetch } from './patience.ts'

/** Kept in memory only: what outlives a reload is the session's own cookie. */
export const pb = new PocketBase('/', new BaseAuthStore())

// TanStack Query owns cancellation; two equal calls of two screens must not end each other.
pb.autoCancellation(false)

pb.beforeSend = (url, options) => ({ url, options: { ...options, fetch: options.fetch ?? patientFetch } })
