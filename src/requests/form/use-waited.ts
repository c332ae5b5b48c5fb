import { useEffect, useState } from 'react'

/** A text as it stands once nothing was typed for so many milliseconds. */
export function useWaited(text: string, milliseconds: number): string {
  const [waited, setWaited] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return waited
}
