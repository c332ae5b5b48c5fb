import type { RecordModel } from 'pocketbase'

/** Token and user record of the session, in memory only. A cookie restores the session after a reload. */
export const authStore = {
  token: '',
  record: null as RecordModel | null,
  isSuperuser: false,
  get isValid() {
    return getTokenExpiry(this.token) > Date.now()
  },
  save(token: string, record: RecordModel | null = null) {
    this.token = token
    this.record = record
  },
  clear() {
    this.save('')
  },
}

/** Returns the time in ms since 1970 when a JSON Web Token expires; 0 if invalid. */
export function getTokenExpiry(token: string): number {
  try {
    const payload = atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')
    return Number(JSON.parse(payload).exp) * 1000 || 0
  } catch {
    return 0
  }
}
