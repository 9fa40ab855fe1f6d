import { sql } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { pageLimits, totalText } from '../../shared/pagination'
import { createTestServices, type TestServices } from '../../testing/test-services'
import { countFound, countUpTo, pageTotal } from './page-total'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const rows = ['one', 'two']
const numbers = (count: number) => sql`(select 1 from generate_series(1, ${count}::integer))`

it('counts up to one more than it reports', async () => {
  expect(await countUpTo(services.db, numbers(0))).toBe(0)
  expect(await countUpTo(services.db, numbers(pageLimits.counted))).toBe(pageLimits.counted)
  expect(await countUpTo(services.db, numbers(pageLimits.counted + 500))).toBe(pageLimits.counted + 1)
})

it('counts all found rows up to a limit, and says nothing beyond it', async () => {
  expect(await countFound(services.db, numbers(pageLimits.found), 'ann')).toBe(pageLimits.found)
  expect(await countFound(services.db, numbers(pageLimits.found + 1), 'ann')).toBeNull()
  expect(await countFound(services.db, numbers(pageLimits.found + 1), undefined)).toBe(pageLimits.found + 1)
})

it('says "10,000+" where there are more', () => {
  expect([0, 1_234, pageLimits.counted, pageLimits.counted + 1, 18_033].map(totalText)).toEqual([
    '0',
    '1,234',
    '10,000',
    '10,000+',
    '18,033',
  ])
})

it('knows the total from a page that is not full, and leaves it out of later pages', async () => {
  const count = vi.fn(() => Promise.resolve(7))
  expect(await pageTotal(services, { rows, limit: 3, of: ['short'] }, count)).toBe(2)
  expect(await pageTotal(services, { rows, limit: 2, cursor: 'abc', of: ['short'] }, count)).toBeNull()
  expect(count).not.toHaveBeenCalled()
  expect(await pageTotal(services, { rows, limit: 2, of: ['short'] }, count)).toBe(7)
  expect(await pageTotal(services, { rows, limit: 2, of: ['short'] }, count)).toBe(7)
  expect(count, 'an exact total is counted each time').toHaveBeenCalledTimes(2)
})

it('counts larger results once a minute, separately for each filter and scope', async () => {
  const count = vi.fn(() => Promise.resolve(pageLimits.counted + 1))
  const ask = (of: string[]) => pageTotal(services, { rows, limit: 2, of }, count)
  expect(await ask(['long', 'mine'])).toBe(pageLimits.counted + 1)
  expect(await ask(['long', 'mine'])).toBe(pageLimits.counted + 1)
  expect(count).toHaveBeenCalledTimes(1)
  await ask(['long', 'theirs'])
  expect(count).toHaveBeenCalledTimes(2)
  services.clock.advance(61_000)
  count.mockResolvedValue(12)
  expect(await ask(['long', 'mine'])).toBe(12)
})
