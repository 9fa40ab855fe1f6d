import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { createWaitlistInput, updateWaitlistInput, waitlistLimits } from '../contract'
import { insertEntries, insertEntry, insertWaitlist } from '../testing/waitlist-factory'
import { createWaitlist, removeWaitlist, setWaitlistOpen, updateWaitlist } from './change-waitlists'
import { listWaitlists } from './read-waitlists'
import { waitlists } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const ctx = () => contextAs(services, admin)
const form = (details = {}) => ({
  name: 'Early guests',
  kind: 'consumer',
  slug: services.ids.newId('s').replace('_', '-'),
  description: 'First to know',
  city: '',
  invitationDays: 14,
  ...details,
})
const create = (details = {}) => createWaitlist(ctx(), createWaitlistInput.parse(form(details)))
const stored = async (id: string) => (await services.db.select().from(waitlists).where(eq(waitlists.id, id)))[0]
const auditOf = async (id: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))).map(({ action }) => action)

describe('a waitlist', () => {
  it('is made open, with an audit row', async () => {
    const list = await create({ name: ' Café\u202E guests ', description: 'a\r\nb' })
    expect(list).toMatchObject({ name: 'Café guests', description: 'a\nb', isOpen: true, city: null, version: 1 })
    expect(await stored(list.id)).toMatchObject({ createdBy: admin.userId })
    expect(await auditOf(list.id)).toEqual(['create_waitlist'])
  })

  it('of a city names it, the other kinds keep none', async () => {
    expect(createWaitlistInput.safeParse(form({ kind: 'city', city: ' ' })).success).toBe(false)
    expect((await create({ kind: 'city', city: 'Łódź' })).city).toBe('Łódź')
    expect((await create({ kind: 'merchant', city: 'Łódź' })).city).toBeNull()
  })

  it('asked for twice with the same key is made once', async () => {
    const once = form({ requestKey: '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a02' })
    const [one, other] = await Promise.all([create(once), create(once)])
    expect(one.id).toBe(other.id)
    await removeWaitlist(ctx(), { waitlistId: one.id, version: 1 })
    await expect(create(once)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'WAITLIST' })
  })

  it('is refused when there are as many as are shown at once', async () => {
    const left = waitlistLimits.lists - (await services.db.$count(waitlists))
    const others = await Promise.all(Array.from({ length: left }, () => insertWaitlist(services)))
    await expect(create()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'TOO_MANY_LISTS' })
    for (const { id } of others) await services.db.delete(waitlists).where(eq(waitlists.id, id))
    expect(await create()).toMatchObject({ isOpen: true })
  })

  it('whose address is taken is refused, at the same time too', async () => {
    const twins = form()
    const outcomes = await Promise.allSettled([create(twins), create(twins)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(create(twins)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'SLUG_TAKEN' })
    const other = await create()
    const change = updateWaitlistInput.parse({ ...form({ slug: twins.slug }), waitlistId: other.id, version: 1 })
    await expect(updateWaitlist(ctx(), change)).rejects.toMatchObject({ reason: 'SLUG_TAKEN' })
  })

  it('is changed by anyone who saw its last version', async () => {
    const { id, slug } = await create()
    const change = updateWaitlistInput.parse({ ...form({ slug, name: 'Later' }), waitlistId: id, version: 1 })
    expect(await updateWaitlist(ctx(), change)).toMatchObject({ name: 'Later', slug, version: 2 })
    await expect(updateWaitlist(ctx(), change)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await auditOf(id)).toEqual(['create_waitlist', 'update_waitlist'])
  })

  it('is closed and opened again; what is already so is left alone', async () => {
    const { id } = await create()
    expect(await setWaitlistOpen(ctx(), { waitlistId: id, version: 1, isOpen: false })).toMatchObject({ isOpen: false })
    expect(await setWaitlistOpen(ctx(), { waitlistId: id, version: 2, isOpen: false })).toMatchObject({ version: 2 })
    expect(await setWaitlistOpen(ctx(), { waitlistId: id, version: 2, isOpen: true })).toMatchObject({ version: 3 })
    expect(await auditOf(id)).toEqual(['create_waitlist', 'close_waitlist', 'open_waitlist'])
  })

  it('is deleted only while it has no entries', async () => {
    const { id } = await create()
    await insertEntry(services, { waitlistId: id, status: 'removed' })
    await expect(removeWaitlist(ctx(), { waitlistId: id, version: 1 })).rejects.toMatchObject({ reason: 'NOT_EMPTY' })
    const empty = await create()
    await removeWaitlist(ctx(), { waitlistId: empty.id, version: 1 })
    expect(await stored(empty.id)).toBeUndefined()
    await expect(removeWaitlist(ctx(), { waitlistId: empty.id, version: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

it('counts people by what they are shown as', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  const at = (ms: number) => new Date(services.clock.now().getTime() + ms)
  await insertEntries(services, [
    { waitlistId },
    { waitlistId },
    { waitlistId, status: 'shortlisted' },
    { waitlistId, status: 'invited', invitationExpiresAt: at(1) },
    { waitlistId, status: 'invited', invitationExpiresAt: at(0) },
    { waitlistId, status: 'joined', invitationExpiresAt: at(-1) },
    { waitlistId, status: 'removed' },
  ])
  const list = (await listWaitlists(ctx())).find(({ id }) => id === waitlistId)
  expect(list?.counts).toEqual({ waiting: 2, shortlisted: 1, invited: 1, expired: 1, joined: 1, removed: 1 })
})

it('is not for merchants', async () => {
  const owner = contextAs(services, await asOwner(services, ['mer_1']))
  await expect(listWaitlists(owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(createWaitlist(owner, createWaitlistInput.parse(form()))).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
