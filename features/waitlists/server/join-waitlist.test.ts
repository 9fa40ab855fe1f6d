import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { gateLimits } from '@quaff/features/sign-in/email-verification-contract'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import type { Context } from '@quaff/platform/server'
import { outboxMails } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { interleave } from '@quaff/platform/testing/database/interleave'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { joinInput } from '../join-contract'
import { insertEntry, insertWaitlist, type NewWaitlist } from '../testing/waitlist-factory'
import { changeEntries } from './change-entries'
import { removeWaitlist, setWaitlistOpen } from './change-waitlists'
import { joinWaitlist } from './join-waitlist'
import { openJoinPage, openPlace } from './open-join-page'
import { waitlistEntries } from './tables'

let services: TestServices
let people = 0
beforeAll(async () => {
  services = await createTestServices()
})

const stranger = (network = `network-${++people}`) => contextAs(services, undefined, { network })
const newAddress = () => `person${++people}@example.test`

const closeList = (ctx: Context, input: { waitlistId: string; version: number }) =>
  setWaitlistOpen(ctx, { ...input, isOpen: false })

async function page(details: Partial<NewWaitlist> = {}) {
  const list = await insertWaitlist(services, { name: 'Early guests', ...details })
  const opened = await openJoinPage(stranger(), { slug: list.slug })
  services.clock.advance(gateLimits.shortestMs)
  const rows = () => services.db.select().from(waitlistEntries).where(eq(waitlistEntries.waitlistId, list.id))
  async function join(email: string, answers: object = {}, ctx = stranger()) {
    const token = await verifyEmail(stranger(), email, 'waitlist')
    const blanks = { name: 'Ana', city: '', postalCode: '', wantedVenue: '' }
    const input = { slug: list.slug, token, startToken: opened.startToken, ...blanks, ...answers }
    return joinWaitlist(ctx, joinInput.parse(input))
  }
  return { list, opened, rows, join }
}

async function confirmationsOf(email: string) {
  const mails = await services.db.select().from(outboxMails).where(eq(outboxMails.toAddress, email))
  return mails.filter(({ template }) => template === 'waitlist_joined')
}

describe('coming back', () => {
  it('§0023 is emailed with the own links, once, and shows the own state', async () => {
    const { list, join } = await page()
    const email = newAddress()
    const place = await join(email)
    await join(email)
    const mails = await confirmationsOf(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You’re on the waitlist “Early guests”'])
    const { text = '' } = mails[0] ?? {}
    expect(text).toContain(`?ref=${place.referralCode}`)
    const token = /place=(\S+)/.exec(text)?.[1] ?? ''
    expect(await openPlace(stranger(), { slug: list.slug, token })).toEqual(place)
    await services.db.update(waitlistEntries).set({ status: 'invited' }).where(eq(waitlistEntries.email, email))
    expect(await openPlace(stranger(), { slug: list.slug, token })).toMatchObject({ status: 'invited' })
  })

  it('opens nothing with a made-up token, on another list, or once the place is gone', async () => {
    const { list, join, rows } = await page()
    const { placeToken } = await join(newAddress())
    const [entry] = await rows()
    const open = (token: string, slug = list.slug) => openPlace(stranger(), { slug, token })
    for (const made of ['', 'x', entry?.id ?? '', `${entry?.id}.`, `${placeToken}x`, `${entry?.id}.${placeToken}`])
      expect(await open(made)).toBeNull()
    expect(await open(placeToken, (await page()).list.slug)).toBeNull()
    await services.db.delete(waitlistEntries).where(eq(waitlistEntries.waitlistId, list.id))
    expect(await open(placeToken)).toBeNull()
  })
})

describe('a friend’s link', () => {
  it('§0023 says who invites by the first name, unless the link is unknown or its owner is off the list', async () => {
    const { list } = await page()
    const { id: waitlistId, slug } = list
    await insertEntry(services, { waitlistId, name: 'Ada Quay', referralCode: 'ofAda' })
    await insertEntry(services, { waitlistId, name: 'Ben Pier', referralCode: 'ofBen', status: 'removed' })
    const inviterOf = async (ref?: string) => (await openJoinPage(stranger(), { slug, ref })).inviter
    expect(await inviterOf('ofAda')).toBe('Ada')
    for (const ref of ['ofBen', 'unknown', '', undefined, 'x\u0000']) expect(await inviterOf(ref)).toBeNull()
    expect((await openJoinPage(stranger(), { slug: (await page()).list.slug, ref: 'ofAda' })).inviter).toBeNull()
  })
})

describe('joining', () => {
  it('puts the address of the proof on the list, as typed', async () => {
    const { join, rows, opened } = await page({ description: '<b>Soon</b>' })
    expect(opened).toMatchObject({ name: 'Early guests', description: '<b>Soon</b>', isOpen: true })
    const email = newAddress()
    const answers = { name: ' <script>Zoë</script>\u202E ', city: 'Łódź', postalCode: 'sw1a  1aa', wantedVenue: '=1+1' }
    const place = await join(email, { ...answers, affiliateCode: 'ben-2' })
    expect(place).toMatchObject({ listName: 'Early guests', status: 'waiting', referralCount: 0 })
    expect(await rows()).toMatchObject([
      {
        email,
        name: '<script>Zoë</script>',
        city: 'Łódź',
        postalCode: 'SW1A 1AA',
        wantedVenue: '=1+1',
        source: 'join page',
        affiliateCode: 'BEN-2',
        referralCode: place.referralCode,
        status: 'waiting',
      },
    ])
    expect(place.referralCode).toMatch(/^[a-zA-Z0-9]{12}$/)
  })

  it('a second time shows the same place and creates nothing, at the same time too', async () => {
    const { join, rows } = await page()
    const email = newAddress()
    const first = await join(email)
    expect(await join(email, { name: 'Someone else' })).toEqual(first)
    expect(await rows()).toMatchObject([{ name: 'Ana', version: 1 }])

    const twin = newAddress()
    const ctx = stranger()
    const token = await verifyEmail(ctx, twin, 'waitlist')
    const { opened } = { opened: await openJoinPage(ctx, { slug: (await page()).list.slug }) }
    services.clock.advance(gateLimits.shortestMs)
    const input = joinInput.parse({
      slug: opened.slug,
      token,
      startToken: opened.startToken,
      name: 'Twin',
      city: '',
      postalCode: '',
      wantedVenue: '',
    })
    const places = await Promise.all([joinWaitlist(ctx, input), joinWaitlist(ctx, input), joinWaitlist(ctx, input)])
    expect(new Set(places.map(({ referralCode }) => referralCode)).size).toBe(1)
  })

  it('shows no one that they were shortlisted, and keeps a removed person removed', async () => {
    const { list, join, rows } = await page()
    const [listed, gone] = [newAddress(), newAddress()]
    await insertEntry(services, { waitlistId: list.id, email: listed, status: 'shortlisted' })
    await insertEntry(services, { waitlistId: list.id, email: gone, status: 'removed' })
    expect((await join(listed)).status).toBe('waiting')
    expect((await join(gone)).status).toBe('removed')
    expect(await rows()).toHaveLength(2)
  })

  it('§0023 needs the proof of a mailbox, of this purpose and hour', async () => {
    const { list, opened, rows } = await page()
    const ctx = stranger()
    const blanks = { name: 'Ana', city: '', postalCode: '', wantedVenue: '' }
    const join = (token: string) =>
      joinWaitlist(ctx, joinInput.parse({ slug: list.slug, token, startToken: opened.startToken, ...blanks }))
    await expect(join('x'.repeat(43))).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'PROOF' })
    const other = await verifyEmail(ctx, newAddress(), 'signup_form')
    await expect(join(other)).rejects.toMatchObject({ reason: 'PROOF' })
    const late = await verifyEmail(ctx, newAddress(), 'waitlist')
    services.clock.advance(3_600_000)
    await expect(join(late)).rejects.toMatchObject({ reason: 'PROOF' })
    expect(await rows()).toEqual([])
  })

  it('of a closed list is refused; who is on it still sees their place', async () => {
    const { list, join, rows, opened } = await page({ isOpen: false })
    expect(opened.isOpen).toBe(false)
    for (const trap of ['', 'http://spam.test'])
      await expect(join(newAddress(), { trap })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'LIST_CLOSED' })
    const email = newAddress()
    await insertEntry(services, { waitlistId: list.id, email })
    expect((await join(email)).status).toBe('waiting')
    expect(await rows()).toHaveLength(1)
  })

  it.each([
    ['closed', closeList, { code: 'CONFLICT', reason: 'LIST_CLOSED' }],
    ['deleted', removeWaitlist, { code: 'NOT_FOUND', reason: 'WAITLIST' }],
  ])('a list that is %s at that moment is refused', async (_, stop, refusal) => {
    const { list, join, rows } = await page()
    const admin = contextAs(services, await asAdmin(services))
    const ctx = interleave(stranger(), () => stop(admin, { waitlistId: list.id, version: 1 }))
    await expect(join(newAddress(), {}, ctx)).rejects.toMatchObject(refusal)
    expect(await rows()).toEqual([])
  })

  it('by a program looks as if it had worked and stores nothing', async () => {
    const { join, rows } = await page()
    expect(await join(newAddress(), { trap: 'http://spam.test' })).toMatchObject({ status: 'waiting' })
    expect(await rows()).toEqual([])
  })

  it('a thousand times from one network leaves five rows', async () => {
    const { list, opened, rows } = await page()
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => verifyEmail(stranger(), newAddress(), 'waitlist')),
    )
    const blanks = { name: 'Bot', city: '', postalCode: '', wantedVenue: '' }
    const ctx = stranger('one-network')
    const post = (index: number) => {
      const token = tokens[index % tokens.length]
      return joinWaitlist(ctx, joinInput.parse({ slug: list.slug, token, startToken: opened.startToken, ...blanks }))
    }
    await Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => post(index)))
    expect(await rows()).toHaveLength(5)
  })
})

describe("a friend's link", () => {
  it('counts one friend for a mailbox, under however many tags it joins, at the same time too', async () => {
    const { join, rows } = await page()
    const { referralCode: ref } = await join(newAddress())
    const tags = ['ben+1@friends.test', 'ben+2+x@friends.test', 'ben@friends.test']
    await Promise.all(tags.map((email) => join(email, { ref })))
    await join('benjamin@friends.test', { ref })
    const stored = await rows()
    expect(stored).toHaveLength(5)
    expect(stored.find(({ referralCode }) => referralCode === ref)).toMatchObject({ referralCount: 2 })
  })

  it('counts each friend once, after the proof', async () => {
    const { join, rows } = await page()
    const ana = newAddress()
    const { referralCode: ref } = await join(ana)
    const ben = newAddress()
    await join(ben, { ref })
    await join(ben, { ref })
    await Promise.all([join(newAddress(), { ref }), join(newAddress(), { ref })])
    expect((await join(ana)).referralCount).toBe(3)
    const stored = await rows()
    const anaRow = stored.find(({ email }) => email === ana)
    expect(stored.filter(({ source }) => source === 'friend').map(({ referredBy }) => referredBy)).toEqual(
      Array.from({ length: 3 }, () => anaRow?.id),
    )
    expect(anaRow?.version).toBe(1)
  })

  it('of oneself, of no one, of another list or of someone removed counts for no one', async () => {
    const { list, join, rows } = await page()
    const other = await page()
    const mine = `tag${++people}@example.test`
    const { referralCode: own } = await join(mine)
    await join(mine, { ref: own })
    await join(mine.replace('@', '+two@'), { ref: own })
    await join(newAddress(), { ref: 'unknown' })
    await other.join(newAddress(), { ref: own })
    expect((await rows()).find(({ email }) => email === mine)?.referralCount).toBe(0)
    const { referralCode: ref, id } = await insertEntry(services, { waitlistId: list.id, status: 'removed' })
    await join(newAddress(), { ref })
    const [gone] = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
    expect(gone?.referralCount).toBe(0)
  })

  it('does not make an administrator lose their change', async () => {
    const { list, join } = await page()
    const admin = contextAs(services, await asAdmin(services))
    const { id, referralCode: ref } = await insertEntry(services, { waitlistId: list.id })
    await join(newAddress(), { ref })
    const entries = [{ id, version: 1 }]
    expect(await changeEntries(admin, { waitlistId: list.id, action: 'invite', entries })).toMatchObject([{ ok: true }])
  })
})

it('§G2 says of an unknown page that there is none, whatever the case of a known one', async () => {
  const { list } = await page()
  expect((await openJoinPage(stranger(), { slug: list.slug.toUpperCase() })).slug).toBe(list.slug)
  await expect(openJoinPage(stranger(), { slug: "x'; drop" })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
