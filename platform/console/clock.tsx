import { useEffect, useState } from 'react'

const TOLERATED_MS = 60_000
let behindMs = 0

/** Takes the Date header of an answer that just arrived. Ages would be wrong by as much as the device's clock is. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(difference)) behindMs = Math.abs(difference) > TOLERATED_MS ? difference : 0
}

/** Converts a time that a library read from the device's clock. */
export const serverTime = (deviceMs: number) => new Date(deviceMs + behindMs)

/** The one place of the console that reads the clock. */
export const now = () => serverTime(Date.now())

type Listener = (current: Date) => void
const tickers = new Map<number, { listeners: Set<Listener>; timer: ReturnType<typeof setInterval> }>()

/** Elements share one timer per interval, so that a long list does not set and clear one for each row. */
function onTick(intervalMs: number, listener: Listener): () => void {
  const running = tickers.get(intervalMs)
  const listeners = running?.listeners ?? new Set<Listener>()
  listeners.add(listener)
  const tick = () => {
    const current = now()
    for (const one of listeners) one(current)
  }
  const ticker = running ?? { listeners, timer: setInterval(tick, intervalMs) }
  tickers.set(intervalMs, ticker)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticker.timer)
    tickers.delete(intervalMs)
  }
}

/** Returns the current time, refreshed every `intervalMs` at the same moment in all components. */
export function useNow(intervalMs = 30_000): Date {
  const [current, setCurrent] = useState(now)
  useEffect(() => onTick(intervalMs, setCurrent), [intervalMs])
  return current
}
