import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Advances fake time that also runs by itself (`shouldAdvanceTime`), and pauses it during the jump. Otherwise a busy
 * machine moves the end of the jump along and never reaches it.
 */
export async function passTime(ms: number): Promise<void> {
  vi.setTimerTickMode('manual')
  try {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  } finally {
    vi.setTimerTickMode('interval', 20)
  }
}
