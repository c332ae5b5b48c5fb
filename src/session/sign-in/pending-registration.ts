const key = 'registration'

/** Registration whose email address is not confirmed yet. Stored per window in `sessionStorage`, so it survives a reload. */
export interface PendingRegistration {
  email: string
  /** Id of the code request; empty if the code could not be sent. */
  otpId: string
  /** Time when the code was sent, in ms since 1970. */
  sentAt: number
  verified: boolean
}

export function loadPendingRegistration(): PendingRegistration | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as PendingRegistration | null
  } catch {
    return null
  }
}

export function savePendingRegistration(waiting: PendingRegistration): PendingRegistration {
  sessionStorage.setItem(key, JSON.stringify(waiting))
  return waiting
}

export function clearPendingRegistration() {
  sessionStorage.removeItem(key)
}
