import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { prepareMonths } from './prepare-months'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function monthsFrom(first: string): Promise<string[]> {
  const { rows } = await services.db.execute<{ name: string }>(sql`select relname as name from pg_class
    where relispartition and relkind = 'r' and relname >= ${`redemptions_${first}`} and relname < 'redemptions_d' order by 1`)
  return rows.map(({ name }) => name.replace('redemptions_', ''))
}

it('creates the months of the next year before it begins, once', async () => {
  services.clock.set(new Date('2031-11-30T23:59:59Z'))
  await prepareMonths(services)
  expect(await monthsFrom('2031_11')).toEqual(['2031_11', '2031_12', '2032_01'])
  services.clock.set(new Date('2032-01-01T00:00:00Z'))
  await Promise.all([prepareMonths(services), prepareMonths(services)])
  expect(await monthsFrom('2031_11')).toEqual(['2031_11', '2031_12', '2032_01', '2032_02', '2032_03'])
})

it.each(['2033-01-30T12:00:00Z', '2033-01-31T23:59:59Z', '2033-12-31T23:59:59.999Z'])(
  'skips no month after %s, however short it is',
  async (now) => {
    services.clock.set(new Date(now))
    await prepareMonths(services)
    const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))]
    const next = [0, 1, 2].map((ahead) => new Date(Date.UTC(year, month - 1 + ahead, 1)).toISOString().slice(0, 7))
    expect(await monthsFrom('2033_01')).toEqual(expect.arrayContaining(next.map((one) => one.replace('-', '_'))))
  },
)
