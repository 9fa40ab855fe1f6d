import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Lets `ms` of a faked time pass that otherwise goes on by itself (`shouldAdvanceTime`). It stands still meanwhile: what it
 * goes on by itself moves the end of such a jump along, and where each timer takes longer than one tick of it, as on a busy
 * machine, the end is never reached.
 */
export async function passTime(ms: number): Promise<void> {
  vi.setTimerTickMode('manual')
  try {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  } finally {
    vi.setTimerTickMode('interval', 20)
  }
}
