import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { EntryAction } from '../entries-contract'
import { insertEntry, insertWaitlist } from '../testing/waitlist-factory'
import { changeEntries } from './change-entries'
import { acceptInvitation, openInvitation } from './open-join-page'
import { waitlistEntries } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const stranger = () => contextAs(services)

async function invited() {
  const { id: waitlistId, slug } = await insertWaitlist(services, { name: 'Early guests', invitationDays: 2 })
  const { id, email } = await insertEntry(services, { waitlistId })
  const row = async () => {
    const [found] = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
    if (!found) throw new Error('no entry')
    return found
  }
  const change = async (action: EntryAction) => {
    const entries = [{ id, version: (await row()).version }]
    return changeEntries(contextAs(services, admin), { waitlistId, action, entries })
  }
  await change('invite')
  const [mail] = await mailsTo(services, email)
  const token = /invite=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { input: { slug, token }, row, change }
}

describe('an invitation', () => {
  it('is looked at without a change, and accepted once however often', async () => {
    const { input, row } = await invited()
    expect(await openInvitation(stranger(), input)).toMatchObject({ state: 'open', listName: 'Early guests' })
    expect((await row()).status).toBe('invited')
    const views = await Promise.all([acceptInvitation(stranger(), input), acceptInvitation(stranger(), input)])
    expect(views.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    const joined = await row()
    expect(joined).toMatchObject({ status: 'joined', joinedAt: services.clock.now(), version: 3 })
    services.clock.advance(60_000)
    expect((await acceptInvitation(stranger(), input)).state).toBe('accepted')
    expect(await row()).toEqual(joined)
  })

  it('says what the place is good for: the app where there is one, live venues of the city, the code', async () => {
    const { input, row } = await invited()
    const { email } = await row()
    const live = await insertMerchant(services, { name: 'Half Moon', status: 'active', isLive: true })
    const paused = await insertMerchant(services, { name: 'Paused', status: 'active', isLive: false })
    for (const { id: merchantId } of [live, paused])
      await insertLocation(services, { merchantId, fields: { address: { city: ' portland' } } })
    const updatedAt = services.clock.now()
    const value = 'https://apps.apple.com/app/quaff'
    await services.db.insert(platformSettings).values({ key: 'appStoreUrl', value, updatedAt })
    const { offer } = await acceptInvitation(stranger(), input)
    expect(offer).toEqual({
      kind: 'consumer',
      email,
      city: 'Portland',
      venues: ['Half Moon'],
      affiliateCode: null,
      appStoreUrl: value,
      playStoreUrl: null,
    })
    expect((await openInvitation(stranger(), input)).offer).toEqual(offer)
  })

  it('that has run out is not accepted; by the second, over a change of clocks too', async () => {
    const { input, row } = await invited()
    services.clock.advance(48 * 3_600_000 - 1)
    expect((await openInvitation(stranger(), input)).state).toBe('open')
    services.clock.advance(1)
    expect((await acceptInvitation(stranger(), input)).state).toBe('expired')
    expect((await row()).status).toBe('invited')
  })

  it('that was rescinded, replaced, of someone removed or made up is unknown', async () => {
    for (const action of ['rescind', 'resend', 'remove'] as const) {
      const { input, change } = await invited()
      await change(action)
      expect(await acceptInvitation(stranger(), input)).toEqual({
        state: 'unknown',
        listName: null,
        expiresAt: null,
        offer: null,
      })
    }
    const { input } = await invited()
    expect((await acceptInvitation(stranger(), { ...input, token: `${input.token}x` })).state).toBe('unknown')
    expect((await acceptInvitation(stranger(), { ...input, slug: 'elsewhere' })).state).toBe('unknown')
  })

  it('accepted and rescinded at once ends in one of the two', async () => {
    const { input, row, change } = await invited()
    const [view, [rescinded]] = await Promise.all([acceptInvitation(stranger(), input), change('rescind')])
    expect(view.state === 'accepted').toBe((await row()).status === 'joined')
    expect(rescinded?.ok).toBe((await row()).status === 'waiting')
  })
})
