import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftValues } from './business-values'
import { DraftKeeper, type DraftState } from './draft-keeper'

const at = new Date('2026-03-10T12:03:00Z')
let here: DraftValues | null
let states: DraftState['kind'][]
let save: ReturnType<typeof vi.fn<(values: DraftValues) => Promise<{ savedAt: Date }>>>
let keeper: DraftKeeper

beforeEach(() => {
  vi.useFakeTimers()
  here = null
  states = []
  save = vi.fn(() => Promise.resolve({ savedAt: at }))
  keeper = new DraftKeeper(
    {
      now: () => at,
      pauseMs: 1_000,
      keepHere: ({ values }) => void (here = values),
      forgetHere: () => void (here = null),
      save: (values) => save(values),
    },
    (state) => states.push(state.kind),
  )
})
afterEach(() => void vi.useRealTimers())

describe('the draft', () => {
  it('lies in this browser at once and on the server after a pause, once', async () => {
    keeper.keep({ name: 'V' })
    keeper.keep({ name: 'Ve' })
    expect(here).toEqual({ name: 'Ve' })
    expect(save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(save.mock.calls).toEqual([[{ name: 'Ve' }]])
    expect(here).toBeNull()
    expect(states.at(-1)).toBe('saved')
  })

  it('stays in this browser while the server cannot be reached, and is sent when it can', async () => {
    save.mockRejectedValueOnce(new Error('down'))
    keeper.keep({ name: 'V' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([here, states.at(-1)]).toEqual([{ name: 'V' }, 'kept'])
    await keeper.flush()
    expect([here, states.at(-1)]).toEqual([null, 'saved'])
  })

  it('is tried again by itself', async () => {
    save.mockRejectedValueOnce(new Error('down'))
    keeper.keep({ name: 'V' })
    await vi.advanceTimersByTimeAsync(12_000)
    expect(save).toHaveBeenCalledTimes(2)
    expect(states.at(-1)).toBe('saved')
  })

  it('takes the answer to an older text for nothing', async () => {
    let answer: (saved: { savedAt: Date }) => void = () => undefined
    save.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)))
    keeper.keep({ name: 'V' })
    const sent = keeper.flush()
    keeper.keep({ name: 'Velvet' })
    await vi.advanceTimersByTimeAsync(0)
    answer({ savedAt: at })
    await sent
    expect([here, states.at(-1)]).toEqual([{ name: 'Velvet' }, 'typing'])
  })

  it('sends nothing any more once the step is being saved', async () => {
    keeper.keep({ name: 'V' })
    await keeper.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    expect(here).toEqual({ name: 'V' })
    keeper.forget()
    expect([here, states.at(-1)]).toEqual([null, 'none'])
  })
})
