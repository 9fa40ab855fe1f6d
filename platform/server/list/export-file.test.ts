import { describe, expect, it } from 'vitest'
import { pagesOf } from './export-file'

const order = { name: 'drinks', order: 'asc' } as const
const rowsFrom = (first: number, amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ id: `dri_${first + index}`, sortValue: first + index }))

/** 900 rows, told page by page what was asked for. */
function readingOf(asked: (string | null)[]) {
  return async ({ limit, cursor }: { limit: number; cursor: string | null }) => {
    asked.push(cursor)
    const first = (asked.length - 1) * limit
    return rowsFrom(first, Math.min(limit, 900 - first))
  }
}

describe('pages of a file', () => {
  it('are all there, each once', async () => {
    const ids: string[] = []
    for await (const page of pagesOf(order, readingOf([]))) ids.push(...page.map(({ id }) => id))
    expect(ids).toHaveLength(900)
    expect(new Set(ids).size).toBe(900)
  })

  it('are read when they are wanted', async () => {
    const asked: (string | null)[] = []
    const pages = pagesOf(order, readingOf(asked))
    expect(asked).toEqual([])
    await pages.next()
    expect(asked).toEqual([null])
    await pages.next()
    await pages.next()
    expect([asked.length, (await pages.next()).done]).toEqual([3, true])
  })

  it('are one empty page where nothing matches', async () => {
    const lengths: number[] = []
    for await (const page of pagesOf(order, async () => rowsFrom(0, 0))) lengths.push(page.length)
    expect(lengths).toEqual([0])
  })
})
