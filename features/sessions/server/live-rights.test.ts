import { eq } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { userMerchants } from '@quaff/features/accounts/tables'
import type { Flow, LiveDelivery, LiveTopic, Reader, UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { LiveMessage } from '../contract'
import { streamLive } from './open-streams'

let services: TestServices
let leaving: AbortController
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => {
  leaving = new AbortController()
})
afterEach(() => leaving.abort())

type Follower = { tell(...deliveries: LiveDelivery[]): void; flow: Flow }

/** Receives what the test sends, when it sends it. */
function followerOf(reader: Reader<LiveDelivery>): Follower {
  const waiting: LiveDelivery[] = []
  let isRequested = false
  function passOn() {
    while (isRequested) {
      const next = waiting.shift()
      if (!next) return
      isRequested = false
      if (reader.take(next)) isRequested = true
    }
  }
  return {
    tell(...deliveries) {
      waiting.push(...deliveries)
      passOn()
    },
    flow: {
      resume() {
        isRequested = true
        passOn()
      },
      leave() {
        waiting.length = 0
      },
    },
  }
}

const event = (topic: LiveTopic, subjectId: string, merchantId: string | null = null): LiveDelivery => ({
  cursor: '1.1.1',
  topic,
  subjectId,
  merchantId,
})
const gap: LiveDelivery = { cursor: '1.1.1', resync: true }

async function listen(actor: UserActor, reviewEveryMs?: number) {
  const read: string[] = []
  const { signal } = leaving
  let follower: Follower | undefined
  vi.spyOn(services.live, 'follow').mockImplementationOnce((_, reader) => (follower = followerOf(reader)).flow)
  const stream = await streamLive(contextAs(services, actor), { signal, reviewEveryMs })
  const ended = (async () => {
    for await (const message of stream) read.push(nameOf(message))
  })()
  await expect.poll(() => read).toEqual(['hello'])
  return { tell: (...deliveries: LiveDelivery[]) => follower?.tell(...deliveries), read, ended }
}

const nameOf = (message: LiveMessage) => (message.kind === 'event' ? message.subjectId : message.kind)
const takeAway = (merchantId: string) =>
  services.db.delete(userMerchants).where(eq(userMerchants.merchantId, merchantId))

it('§G10 tells nothing under the rights from before a gap: the event of their change may lie in it', async () => {
  const { tell, read } = await listen(await asOwner(services, ['mer_gap_kept', 'mer_gap_lost']))
  await takeAway('mer_gap_lost')
  tell(gap, event('redemption', 'canary', 'mer_gap_lost'), event('redemption', 'kept', 'mer_gap_kept'))
  await expect.poll(() => read).toContain('kept')
  expect(read).toEqual(['hello', 'resync', 'kept'])
})

it('§G10 ends after a gap in which the session ended', async () => {
  const actor = await asAdmin(services)
  const { tell, read, ended } = await listen(actor)
  await services.db.execute(`delete from sessions where id = '${actor.sessionId}'`)
  tell(gap, event('merchant', 'canary', 'mer_any'))
  await ended
  expect(read).toEqual(['hello', 'ended'])
})

it('§G10 keeps to the newest rights when an older review comes back after them', async () => {
  const actor = await asOwner(services, ['mer_late_kept', 'mer_late_lost'])
  const { query } = services.db.$client
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let reviews = 0
  const answer = async (...args: unknown[]): Promise<unknown> => {
    const isFirst = JSON.stringify(args[1] ?? null).includes(actor.sessionId) && (reviews += 1) === 1
    const rows: unknown = await Reflect.apply(query, services.db.$client, args)
    if (isFirst) await held
    return rows
  }
  const slow = vi.spyOn(services.db.$client, 'query')
  Object.assign(services.db.$client, { query: answer })
  onTestFinished(() => slow.mockRestore())
  const { tell, read } = await listen(actor, 50)
  await expect.poll(() => reviews).toBe(1)
  await takeAway('mer_late_lost')
  tell(event('user', actor.userId))
  await expect.poll(() => read).toContain('session')
  release()
  await wait(50)
  tell(event('redemption', 'canary', 'mer_late_lost'), event('redemption', 'kept', 'mer_late_kept'))
  await expect.poll(() => read).toContain('kept')
  expect(read).not.toContain('canary')
})

it('asks for the rights of all whom a gap meets in one question', async () => {
  const actors = await Promise.all([asAdmin(services), asOwner(services, ['mer_1']), asViewer(services, ['mer_1'])])
  const listeners: Awaited<ReturnType<typeof listen>>[] = []
  for (const actor of actors) listeners.push(await listen(actor))
  const requested = vi.spyOn(services.db.$client, 'query')
  onTestFinished(() => requested.mockRestore())
  for (const { tell } of listeners) tell(gap)
  await expect.poll(() => listeners.map(({ read }) => read.at(-1))).toEqual(['resync', 'resync', 'resync'])
  expect(requested).toHaveBeenCalledTimes(1)
})

it('§6 tells nothing of a venue to anyone who has a role that opens none, also not of the venue applied for', async () => {
  const custom = await asCustomRole(services, { ownMerchantIds: ['mer_applied'] })
  const { tell, read } = await listen(custom)
  tell(event('merchant', 'canary', 'mer_applied'), event('user', custom.userId))
  await expect.poll(() => read).toContain(custom.userId)
  expect(read).not.toContain('canary')
})
