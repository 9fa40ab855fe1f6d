import { describe, expect, it } from 'vitest'
import { pagesOf } from './export-file'

const order = { name: 'drinks', order: 'asc' } as const
const rowsFrom = (first: number, amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ id: `dri_${first + index}`, sortValue: first + index }))

/** 1,200 rows, told page by page what was asked for. */
function readingOf(asked: (string | null)[], fails?: number) {
  return async ({ limit, cursor }: { limit: number; cursor: string | null }) => {
    asked.push(cursor)
    if (asked.length === fails) throw new Error('The database went away.')
    const first = (asked.length - 1) * limit
    return rowsFrom(first, Math.min(limit, 1_200 - first))
  }
}

describe('pages of a file', () => {
  it('are all there, each once', async () => {
    const ids: string[] = []
    for await (const page of pagesOf(order, readingOf([]))) ids.push(...page.map(({ id }) => id))
    expect(ids).toHaveLength(1_200)
    expect(new Set(ids).size).toBe(1_200)
  })

  it('are read one ahead, and no further', async () => {
    const asked: (string | null)[] = []
    const pages = pagesOf(order, readingOf(asked))
    expect(asked).toEqual([])
    await pages.next()
    expect(asked).toEqual([null, expect.any(String)])
    await pages.next()
    expect(asked).toHaveLength(3)
    await pages.next()
    expect([asked.length, (await pages.next()).done]).toEqual([3, true])
  })

  it('are given before the fault of the one that follows', async () => {
    const pages = pagesOf(order, readingOf([], 2))
    expect((await pages.next()).value).toHaveLength(500)
    await expect(pages.next()).rejects.toThrow('went away')
  })

  it('may be left, whatever becomes of the one that was read ahead', async () => {
    const pages = pagesOf(order, readingOf([], 2))
    await pages.next()
    expect(await pages.return(undefined)).toEqual({ value: undefined, done: true })
    await new Promise((resolve) => setTimeout(resolve))
  })

  it('are one empty page where nothing matches', async () => {
    const lengths: number[] = []
    for await (const page of pagesOf(order, async () => rowsFrom(0, 0))) lengths.push(page.length)
    expect(lengths).toEqual([0])
  })
})
