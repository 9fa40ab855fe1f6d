import { useEffect, useState } from 'react'

/** The one place of the console that reads the clock. */
export function now(): Date {
  return new Date()
}

/** The current time, refreshed every `intervalMs`. */
export function useNow(intervalMs = 30_000): Date {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setCurrent(now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return current
}
