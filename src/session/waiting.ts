const key = 'registration'

/** Somebody who has registered and still has to confirm the e-mail; a reload keeps it, another window does not. */
export interface Waiting {
  email: string
  /** Empty while no code could be sent. */
  otpId: string
  /** When the code was sent, in milliseconds. */
  sentAt: number
  verified: boolean
}

export function readWaiting(): Waiting | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Waiting | null
  } catch {
    return null
  }
}

export function keepWaiting(waiting: Waiting) {
  sessionStorage.setItem(key, JSON.stringify(waiting))
}

export function forgetWaiting() {
  sessionStorage.removeItem(key)
}
