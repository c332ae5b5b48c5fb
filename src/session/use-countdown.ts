import { useEffect, useState } from 'react'

const secondsTo = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000))

/** Whole seconds until a moment in milliseconds; rests at 0. */
export function useCountdown(end: number): number {
  const [left, setLeft] = useState(() => secondsTo(end))
  useEffect(() => {
    setLeft(secondsTo(end))
    const timer = setInterval(() => {
      const now = secondsTo(end)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}
