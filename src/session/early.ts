/** What happened to the first paint before the page itself took over; kept by `public/early.js`. */
interface Early {
  typed: Record<string, string>
  /** Name of the control that has the focus. */
  focused: string
  /** The form was sent already. */
  sent: boolean
  stop: () => void
}

declare global {
  interface Window {
    early?: Early
  }
}

/** Hands it over, once. */
export function takeOver(): Early | null {
  const { early } = window
  if (!early) return null
  early.stop()
  delete window.early
  return early
}
