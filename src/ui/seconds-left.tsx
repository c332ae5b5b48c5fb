import { useEffect, useState } from 'react'

/** Whole seconds until a moment (`until`, milliseconds since 1970), counted down to 0. */
export function SecondsLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
