import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymous, asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listSources } from './list-sources'
import { type Delivery, noteDelivery, pruneEventRefusals } from './note-delivery'
import { eventRefusals } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  admin = contextAs(services, await asAdmin(services))
})

const deliver = (details: Partial<Delivery> = {}) =>
  noteDelivery(services, { sourceId: 'key_1', name: 'App server', kind: 'redemptions', ...details })
const ago = (ms: number) => new Date(services.clock.now().getTime() - ms)
const only = async () => {
  const { sources } = await listSources(admin)
  expect(sources).toHaveLength(1)
  return sources[0]
}

describe('a source', () => {
  it('returns its last delivery, its newest event and the delay', async () => {
    await deliver({ eventAt: ago(4_000) })
    const first = await only()
    expect(first).toMatchObject({ name: 'App server', receivedAt: services.clock.now(), lagMs: 4_000 })
    services.clock.advance(60_000)
    await deliver({ name: 'App server 2', eventAt: ago(3 * 3_600_000) })
    expect(await only()).toMatchObject({ name: 'App server 2', eventAt: first?.eventAt, lagMs: 3 * 3_600_000 })
    services.clock.advance(60_000)
    await deliver({ eventAt: null })
    expect(await only()).toMatchObject({ receivedAt: services.clock.now(), lagMs: 3 * 3_600_000 })
  })

  it("has no negative delay if the sender's clock is ahead", async () => {
    await deliver({ eventAt: ago(-2_000) })
    expect((await only())?.lagMs).toBe(0)
  })

  it('counts refusals by reason over seven days, with the newest example of each', async () => {
    const wrong = { code: 'UNKNOWN_USER', field: 'userId' }
    await deliver({ refused: [{ ...wrong, eventId: 'old' }, { code: 'TOO_OLD' }] })
    services.clock.advance(6 * 86_400_000)
    await deliver({
      refused: [
        { ...wrong, eventId: 'a' },
        { ...wrong, eventId: 'b' },
      ],
    })
    expect((await only())?.refusals).toMatchObject([
      { code: 'UNKNOWN_USER', count: 3, field: 'userId', eventId: 'b', refusedAt: services.clock.now() },
      { code: 'TOO_OLD', count: 1, field: null, eventId: null },
    ])
    services.clock.advance(86_400_000)
    expect((await only())?.refusals).toMatchObject([{ code: 'UNKNOWN_USER', count: 2 }])
    services.clock.advance(40 * 86_400_000)
    await pruneEventRefusals(services)
    expect(await services.db.select().from(eventRefusals)).toEqual([])
  })

  it('counts fifty concurrent deliveries whose reasons have different orders', async () => {
    const codes = [{ code: 'A' }, { code: 'B' }, { code: 'C' }]
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => deliver({ refused: at % 2 === 0 ? codes : codes.toReversed() })),
    )
    expect((await only())?.refusals.map(({ count }) => count)).toEqual([50, 50, 50])
  })

  it('does not fail a delivery when it cannot be recorded', async () => {
    const broken = Object.create(services.db, {
      insert: {
        value: () => {
          throw new Error('no database')
        },
      },
    })
    await expect(
      noteDelivery({ ...services, db: broken }, { sourceId: 'key_1', name: 'x', kind: 'users' }),
    ).resolves.toBeUndefined()
  })

  it('is visible to administrators only', async () => {
    for (const actor of [anonymous, await asOwner(services, ['a'])])
      await expect(listSources(contextAs(services, actor))).rejects.toMatchObject({
        code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN',
      })
  })
})
