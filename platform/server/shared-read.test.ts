import { describe, expect, it } from 'vitest'
import { sharedRead } from './cached-reads'

function reads() {
  const open: { settle: (answer: number) => void; fail: () => void }[] = []
  const read = () =>
    new Promise<number>((resolve, reject) => {
      open.push({ settle: resolve, fail: () => reject(new Error('down')) })
    })
  return { open, read }
}
const turn = () => new Promise((resolve) => setTimeout(resolve))
const db = {}

describe('a shared read', () => {
  it('never tells anyone what was read before they asked, and asks once for all who wait', async () => {
    const { open, read } = reads()
    const share = sharedRead<number>()
    const first = share(db, 'all', read)
    const later = [share(db, 'all', read), share(db, 'all', read)]
    expect(open).toHaveLength(1)
    open[0]?.settle(1)
    expect(await first).toBe(1)
    await turn()
    expect(open).toHaveLength(2)
    const latest = share(db, 'all', read)
    open[1]?.settle(2)
    expect(await Promise.all(later)).toEqual([2, 2])
    await turn()
    expect(open).toHaveLength(3)
    open[2]?.settle(3)
    expect(await latest).toBe(3)
  })

  it('keeps nothing, and keeps other questions and other databases apart', async () => {
    const { open, read } = reads()
    const share = sharedRead<number>()
    const requested = [share(db, 'a', read), share(db, 'b', read), share({}, 'a', read)]
    expect(open).toHaveLength(3)
    open.forEach(({ settle }, index) => settle(index))
    expect(await Promise.all(requested)).toEqual([0, 1, 2])
    await turn()
    void share(db, 'a', read)
    expect(open).toHaveLength(4)
  })

  it('fails for those who shared it only', async () => {
    const { open, read } = reads()
    const share = sharedRead<number>()
    const first = share(db, 'a', read)
    const next = share(db, 'a', read)
    open[0]?.fail()
    await expect(first).rejects.toThrow('down')
    await turn()
    open[1]?.settle(7)
    expect(await next).toBe(7)
  })
})
