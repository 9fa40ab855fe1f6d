import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLinkRow } from '@quaff/features/affiliates/testing/link-factory'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { insertForm } from '@quaff/features/signup-forms/testing/form-factory'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomer, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let maya: UserActor
let savedAt: string

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
beforeEach(async () => {
  await services.database.truncate()
  maya = await asAdmin(services, { displayName: 'Maya Lindqvist' })
  for (const id of ['mer_a', 'mer_b']) await insertMerchant(services, { id })
})

async function call(actor: UserActor, path: string, input: object) {
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json: input }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${actor.sessionId}` },
  })
  return { status: response.status, body: await response.json() }
}

const version = 1
/** By kind of record: how to create it, and an update with the same version. */
const records: Record<string, () => Promise<[path: string, input: object]>> = {
  plan: async () => {
    const { id: planId } = await insertPlan(services, { merchantId: 'mer_a' })
    return ['plans/update', { merchantId: 'mer_a', planId, version, changes: { name: 'Changed' } }]
  },
  merchant: async () => ['merchants/update', { merchantId: 'mer_a', version, changes: { name: 'Changed' } }],
  location: async () => {
    const { id: locationId } = await insertLocation(services, { merchantId: 'mer_a' })
    return ['locations/update', { locationId, version, name: 'Changed', fields: {} }]
  },
  promotion: async () => [
    'promotions/setEnabled',
    { merchantId: 'mer_a', promotionId: 'happy_hour', enabled: true, version: 0 },
  ],
  user: async () => {
    const { userId } = await asCustomer(services)
    return ['users/updatePerson', { userId, version, displayName: 'Changed', phoneNumber: '' }]
  },
  link: async () => {
    const { id: linkId, slug } = await insertLinkRow(services)
    return ['affiliates/update', { linkId, version, name: 'Changed', slug, destination: 'home' }]
  },
  waitlist: async () => {
    const { id: waitlistId, slug } = await insertWaitlist(services)
    const fields = { name: 'Changed', kind: 'consumer', slug, description: '', city: '', invitationDays: 14 }
    return ['waitlists/update', { waitlistId, version, ...fields }]
  },
  note: async () => {
    const { id: waitlistId } = await insertWaitlist(services)
    const { id: entryId } = await insertEntry(services, { waitlistId })
    return ['waitlists/saveNotes', { waitlistId, entryId, version, notes: 'Changed' }]
  },
  form: async () => {
    const { id: formId } = await insertForm(services, { status: 'live' })
    return ['signupForms/close', { formId, version }]
  },
  platform: async () => {
    const addresses = { supportAddress: null, appStoreUrl: null, playStoreUrl: null }
    return ['settings/updatePlatform', { version: 0, platformFeeBasisPoints: 900, ...addresses }]
  },
}

/** Saved by `first`; the answer to `second`, two minutes later. */
async function race(first: UserActor, second: UserActor, record: keyof typeof records) {
  const [path, input] = await records[record]!()
  services.clock.advance(60_000)
  savedAt = services.clock.now().toISOString()
  const saved = await call(first, path, input)
  expect([saved.status, saved.body]).toEqual([200, saved.body])
  services.clock.advance(120_000)
  return call(second, path, input)
}

describe('anyone who saves second', () => {
  it.each(Object.keys(records))('learns who saved the %s and when', async (record) => {
    const { status, body } = await race(maya, await asAdmin(services), record)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      json: { code: 'CONFLICT', data: { reason: 'STALE_VERSION', savedBy: 'Maya Lindqvist', savedAt } },
    })
  })

  it('shows "You" for another window', async () => {
    expect((await race(maya, maya, 'plan')).body).toMatchObject({ json: { data: { savedBy: 'You' } } })
  })

  it('reads a colleague by name and an administrator as Quaff', async () => {
    const [sam, kim] = [
      await asOwner(services, ['mer_a'], { displayName: 'Sam Rye' }),
      await asOwner(services, ['mer_a']),
    ]
    expect((await race(sam, kim, 'plan')).body).toMatchObject({ json: { data: { savedBy: 'Sam Rye' } } })
    const answer = await race(maya, kim, 'merchant')
    expect(answer.body).toMatchObject({ json: { data: { savedBy: 'Quaff' } } })
    expect(JSON.stringify(answer.body)).not.toContain('Maya')
  })

  it('learns nothing of a record that is not theirs to change', async () => {
    for (const actor of [await asOwner(services, ['mer_b']), await asViewer(services, ['mer_a'])]) {
      const { status, body } = await race(maya, actor, 'location')
      expect([403, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/Maya|savedAt|savedBy/)
    }
  })
})
