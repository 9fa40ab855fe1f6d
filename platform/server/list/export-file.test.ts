import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pagesOf, type Connections } from './export-file'

/** A pool whose connections are `max` at most; all that are made are with others as long as `isTaken`. */
const poolOf = (max: number, isTaken = false): Connections & { $client: { idleCount: number } } => ({
  $client: {
    options: { max, maxUses: Infinity, allowExitOnIdle: false, maxLifetimeSeconds: 0, idleTimeoutMillis: 0 },
    totalCount: max,
    idleCount: isTaken ? 0 : max,
  },
})
const order = { name: 'drinks', order: 'asc' } as const
const rowsFrom = (first: number, amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ id: `dri_${first + index}`, sortValue: first + index }))

/** Serves 900 rows and records the cursor of each page. */
function readingOf(requested: (string | null)[]) {
  return async ({ limit, cursor }: { limit: number; cursor: string | null }) => {
    requested.push(cursor)
    const first = (requested.length - 1) * limit
    return rowsFrom(first, Math.min(limit, 900 - first))
  }
}

describe('pages of a file', () => {
  it('are all there, each once', async () => {
    const ids: string[] = []
    for await (const page of pagesOf(poolOf(10), order, readingOf([]))) ids.push(...page.map(({ id }) => id))
    expect(ids).toHaveLength(900)
    expect(new Set(ids).size).toBe(900)
  })

  it('are read when they are wanted', async () => {
    const requested: (string | null)[] = []
    const pages = pagesOf(poolOf(10), order, readingOf(requested))
    expect(requested).toEqual([])
    await pages.next()
    expect(requested).toEqual([null])
    await pages.next()
    await pages.next()
    expect([requested.length, (await pages.next()).done]).toEqual([3, true])
  })

  it('are one empty page where nothing matches', async () => {
    const lengths: number[] = []
    for await (const page of pagesOf(poolOf(10), order, async () => rowsFrom(0, 0))) lengths.push(page.length)
    expect(lengths).toEqual([0])
  })
})

describe('pages over a connection that others ask too', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  it('are smaller, and all there', async () => {
    const lengths: number[] = []
    for await (const page of pagesOf(poolOf(1), order, readingOf([]))) lengths.push(page.length)
    expect(Math.max(...lengths)).toBe(150)
    expect(lengths.reduce((sum, length) => sum + length)).toBe(900)
  })

  it('are read after what has come in the meantime', async () => {
    const told: string[] = []
    const pages = pagesOf(poolOf(1), order, async () => (told.push('page'), rowsFrom(0, 150)))
    await pages.next()
    const next = pages.next()
    setImmediate(() => setImmediate(() => setImmediate(() => told.push('a request of three turns'))))
    await next
    expect(told).toEqual(['page', 'a request of three turns', 'page'])
  })

  it('wait until no one has the connection', async () => {
    const requested: (string | null)[] = []
    const db = poolOf(1, true)
    const page = pagesOf(db, order, readingOf(requested)).next()
    await turns()
    await vi.advanceTimersByTimeAsync(20)
    expect(requested).toEqual([])
    db.$client.idleCount = 1
    await vi.advanceTimersByTimeAsync(1)
    expect((await page).value).toHaveLength(150)
  })

  it('wait for others no longer than 25 ms each', async () => {
    const requested: (string | null)[] = []
    const pages = pagesOf(poolOf(1, true), order, readingOf(requested))
    for (const count of [1, 2, 3]) {
      const page = pages.next()
      await turns()
      await vi.advanceTimersByTimeAsync(24)
      expect(requested).toHaveLength(count - 1)
      await vi.advanceTimersByTimeAsync(1)
      await page
    }
    expect(requested).toHaveLength(3)
  })

  it('wait for no one where there are several', async () => {
    const page = await pagesOf(poolOf(10, true), order, readingOf([])).next()
    expect(page.value).toHaveLength(350)
  })
})
