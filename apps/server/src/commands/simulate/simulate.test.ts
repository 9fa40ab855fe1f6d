import { beforeEach, describe, expect, it } from 'vitest'
import { createChance } from '@quaff/database/demo/chance'
import { insertKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { redemptions } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import {
  chargeHolds,
  subscriptionCharges,
  subscriptionEvents,
  subscriptions,
} from '@quaff/features/subscriptions/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../../api'
import { buildServer } from '../../build-server'
import { ApiClient, type Fetch } from './api-client'
import { loadWorld, type World } from './load-world'
import { nextAct, type Act } from './next-act'
import { readPlay, requireServer } from './simulate'

let services: TestServices
let client: ApiClient
beforeEach(async () => {
  services = await createTestServices()
  const app = buildServer(services, { mount: (server) => mountApi(server, services) })
  const fetch: Fetch = async (url, init) => app.request(url, init)
  await insertMerchants(services, [
    { id: 'mer_a', isLive: true, status: 'active' },
    { id: 'mer_b', isLive: false },
  ])
  for (const merchantId of ['mer_a', 'mer_b'])
    await insertPlan(services, { id: `pln_${merchantId}`, merchantId, prices: [{ amountMinor: 2_900 }] })
  client = new ApiClient('http://localhost', await insertKey(services), fetch, () => services.clock.now())
})

type Results = { results?: { outcome: string; code?: string }[] }

it('says which server to start when none answers', async () => {
  const refused: Fetch = () => Promise.reject(new TypeError('fetch failed'))
  await expect(requireServer('http://127.0.0.1:3000', refused)).rejects.toThrow(
    'No server at http://127.0.0.1:3000. Run npm start',
  )
  await expect(requireServer('http://127.0.0.1:3000', () => Promise.resolve(new Response()))).resolves.toBeUndefined()
})

describe('the simulator', () => {
  it('plays hundreds of acts of which only the mistakes are refused, and live merchants get all of them', async () => {
    const world = await loadWorld(client)
    expect(world.offers.map(({ merchantId }) => merchantId)).toEqual(['mer_a'])
    const chance = createChance(7)
    const refused: string[] = []
    const played = new Map<string, number>()
    let before: Act | undefined
    for (let turn = 0; turn < 300; turn += 1) {
      const act = nextAct(world, chance, services.clock.now(), before)
      played.set(act.name, (played.get(act.name) ?? 0) + 1)
      const isMistake = act.name === 'mistake' || (act.name === 'repeat' && before?.name === 'mistake')
      before = isMistake || act.name !== 'repeat' ? act : before
      for (const request of act.requests) {
        const answer = await client.post(request)
        expect([act.name, answer.status]).toEqual([act.name, 200])
        const { results = [] } = (await answer.json()) as Results
        if (!isMistake)
          refused.push(...results.flatMap(({ outcome, code }) => (outcome === 'refused' ? [code ?? ''] : [])))
      }
    }
    expect(refused).toEqual([])
    expect([...played.keys()]).toEqual(expect.arrayContaining(['decide', 'drink', 'join', 'renew', 'fail', 'repeat']))
    const passes = await services.db.select().from(subscriptions)
    expect(passes.filter(({ status }) => status !== 'canceled')).toHaveLength(world.passes.length)
    const events = await services.db.select().from(subscriptionEvents)
    expect(events.some(({ kind }) => kind === 'cancel_scheduled')).toBe(true)
    const charges = await services.db.select().from(subscriptionCharges)
    expect(charges.some(({ amountMinor, listMinor }) => listMinor !== null && amountMinor < listMinor)).toBe(true)
    const holds = await services.db.select().from(chargeHolds)
    expect(holds.filter(({ reason }) => reason === 'overlap')).toEqual([])
    const told = await services.db.select().from(refunds)
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['refund', 'dispute']))
    expect((await services.db.select().from(redemptions)).length).toBeGreaterThan(played.get('drink') ?? 0)
  })

  it('is given the passes that are there, and no merchant that is not live', async () => {
    const empty: World = { offers: (await loadWorld(client)).offers, passes: [], disputes: [] }
    const act = nextAct(empty, createChance(1), services.clock.now(), undefined)
    for (const request of act.requests) expect((await client.post(request)).status).toBe(200)
    expect((await loadWorld(client)).passes).toMatchObject([{ merchantId: 'mer_a', status: 'active' }])
  })

  it('plays on this machine only, and never faster than a key may', () => {
    const settings = { baseUrl: 'http://127.0.0.1:3000' }
    expect(readPlay(settings, ['--per-second', '5', '--minutes', '0.5'])).toEqual({
      address: 'http://127.0.0.1:3000',
      perSecond: 5,
      forMs: 30_000,
    })
    expect(() => readPlay(settings, ['--address', 'https://console.example.com'])).toThrow(
      'only for a server on this machine',
    )
    expect(() => readPlay({ baseUrl: 'https://console.example.com' }, [])).toThrow('only for a server on this machine')
    for (const rate of ['0', '-1', '1000', 'x', ''])
      expect(() => readPlay(settings, [`--per-second=${rate}`])).toThrow('--per-second must be')
    expect(() => readPlay(settings, ['--faster'])).toThrow('Usage')
  })
})
