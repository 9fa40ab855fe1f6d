import { and, count, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { entryStatuses, shownStatuses, type EntryFilter } from '../entries-contract'
import { insertEntries, insertWaitlist } from '../testing/waitlist-factory'
import { entriesWhere } from './entry-store'
import { waitlistCounts, waitlistEntries, waitlists, waitlistSourceCounts } from './tables'
import { compactWaitlistCounts, countInvitable, countOfStatus, listSources } from './waitlist-counts-store'

const hourMs = 3_600_000
const sources = ['join page', 'import', 'table-tent', '']
let services: TestServices
const lists = ['wtl_a', 'wtl_b', 'wtl_gone']
beforeAll(async () => {
  services = await createTestServices()
  for (const id of lists) await insertWaitlist(services, { id })
})

async function compareWithRows(): Promise<void> {
  const now = services.clock.now()
  for (const waitlistId of lists) {
    const filters: EntryFilter[] = [
      { waitlistId },
      ...shownStatuses.map((status) => ({ waitlistId, status })),
      ...sources.map((source) => ({ waitlistId, source })),
    ]
    for (const filter of filters) {
      const rows = await services.db.$count(waitlistEntries, entriesWhere(filter, now))
      expect(await countOfStatus(services.db, filter, now), JSON.stringify(filter)).toBe(rows)
    }
    const bySource = await services.db
      .select({ source: waitlistEntries.source, count: count() })
      .from(waitlistEntries)
      .where(eq(waitlistEntries.waitlistId, waitlistId))
      .groupBy(waitlistEntries.source)
      .orderBy(sql`2 desc, 1`)
    expect(await listSources(services.db, waitlistId)).toEqual(bySource)
    const isNext = sql`${waitlistEntries.status} in ('waiting', 'shortlisted')`
    expect(await countInvitable(services.db, waitlistId)).toBe(
      await services.db.$count(waitlistEntries, and(eq(waitlistEntries.waitlistId, waitlistId), isNext)),
    )
  }
}

it('is what the rows say, whatever is added, changed, runs out, is taken back or removed', async () => {
  const any = fc.record({
    waitlistId: fc.constantFrom(...lists),
    status: fc.constantFrom(...entryStatuses),
    source: fc.constantFrom(...sources),
    hours: fc.integer({ min: -100, max: 100 }),
  })
  const people = fc
    .sample(any, { numRuns: 80, seed: 15 })
    .map(({ hours, ...one }) => ({
      ...one,
      invitationExpiresAt:
        one.status === 'invited' || hours > 0 ? new Date(services.clock.now().getTime() + hours * hourMs) : null,
    }))
  const stored = await insertEntries(services, people)
  await compareWithRows()
  await Promise.all(
    stored.map(({ id }, index) =>
      services.db
        .update(waitlistEntries)
        .set(people[(index * 7) % people.length] ?? {})
        .where(eq(waitlistEntries.id, id)),
    ),
  )
  await compareWithRows()
  await compactWaitlistCounts(services)
  await compareWithRows()
  for (const hours of [1, 7, 40, 90]) {
    services.clock.set(new Date(services.clock.now().getTime() + hours * hourMs))
    await compactWaitlistCounts(services)
    await compareWithRows()
  }
  await services.db.update(waitlistEntries).set({ status: 'waiting' }).where(eq(waitlistEntries.waitlistId, 'wtl_b'))
  await compareWithRows()
  const back = inTransaction(services, async (tx) => {
    await tx.delete(waitlistEntries)
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await services.db.delete(waitlists).where(eq(waitlists.id, 'wtl_gone'))
  await compareWithRows()
  await compactWaitlistCounts(services)
  await compareWithRows()
  expect(await services.db.$count(waitlistCounts, eq(waitlistCounts.waitlistId, 'wtl_gone'))).toBe(0)
})

it('counts no one by what it does not know', async () => {
  const now = services.clock.now()
  const others = [
    { q: 'ann' },
    { city: 'Kiel' },
    { createdFrom: now },
    { source: 'import', status: 'waiting' } as const,
  ]
  for (const other of others)
    expect(await countOfStatus(services.db, { waitlistId: 'wtl_a', ...other }, now)).toBeUndefined()
})

it('keeps one row for each list and state, and one for the days that are over', async () => {
  await insertEntries(
    services,
    [1, 2, 3, 30, 60].map((days) => ({
      waitlistId: 'wtl_b',
      status: 'invited' as const,
      invitationExpiresAt: new Date(services.clock.now().getTime() - days * 24 * hourMs),
    })),
  )
  await compactWaitlistCounts(services)
  const invited = and(eq(waitlistCounts.waitlistId, 'wtl_b'), eq(waitlistCounts.status, 'invited'))
  expect(await services.db.$count(waitlistCounts, invited)).toBeLessThanOrEqual(3)
  const before = await services.db.$count(waitlistSourceCounts)
  await services.db.update(waitlistEntries).set({ notes: 'nothing that is counted', name: 'Another' })
  expect(await services.db.$count(waitlistSourceCounts)).toBe(before)
  await compareWithRows()
})
