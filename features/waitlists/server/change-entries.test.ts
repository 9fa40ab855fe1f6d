import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { changeEntriesInput, type EntryAction } from '../entries-contract'
import { insertEntries, insertWaitlist, type NewEntry } from '../testing/waitlist-factory'
import { changeEntries, saveNotes } from './change-entries'
import { getEntry, previewNext } from './read-entries'
import { waitlistEntries } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const dayMs = 86_400_000
const requestKey = '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a02'
const ctx = () => contextAs(services, admin)
const stored = (waitlistId: string) =>
  services.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.waitlistId, waitlistId))
    .orderBy(asc(waitlistEntries.id))
const mailsTo = (email: string) => services.db.select().from(outboxMails).where(eq(outboxMails.toAddress, email))

async function listOf(...details: Partial<NewEntry>[]) {
  const { id: waitlistId } = await insertWaitlist(services, { name: 'Early <b>guests</b>', invitationDays: 14 })
  const people = await insertEntries(
    services,
    details.map((one) => ({ waitlistId, ...one })),
  )
  const requested = people.map(({ id }) => ({ id, version: 1 }))
  const change = (action: EntryAction, entries = requested, more = {}) =>
    changeEntries(ctx(), changeEntriesInput.parse({ waitlistId, action, entries, ...more }))
  const first = async () => {
    const [row] = await stored(waitlistId)
    if (!row) throw new Error('no entry')
    return row
  }
  return { waitlistId, people, requested, change, first, email: people[0]?.email ?? '' }
}

describe('an invitation', () => {
  it('is mailed once, holds its days, and its token is stored as a hash', async () => {
    const { change, first, email } = await listOf({ name: '<i>Ana</i>' })
    expect(await change('invite')).toMatchObject([{ ok: true, error: null }])
    const row = await first()
    expect(row).toMatchObject({ status: 'invited', version: 2, invitedAt: services.clock.now() })
    expect(row.invitationExpiresAt).toEqual(new Date(services.clock.now().getTime() + 14 * dayMs))
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    const token = /invite=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(token).toHaveLength(43)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(mail?.html).toContain('&lt;i&gt;Ana&lt;/i&gt;')
    expect(mail?.html).not.toContain('<i>')
  })

  it('of two administrators at once is one invitation', async () => {
    const { change, email } = await listOf({})
    const results = (await Promise.all([change('invite'), change('invite')])).flat()
    expect(new Set(results.map(({ error }) => error))).toEqual(new Set([null, 'This person is already invited.']))
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('and its rescinding at once end in one of the two, never in both', async () => {
    const { change, first, requested } = await listOf({})
    await change('invite')
    const again = requested.map(({ id }) => ({ id, version: 2 }))
    const [rescinded, resent] = await Promise.all([change('rescind', again), change('resend', again)])
    expect([...rescinded, ...resent].filter(({ ok }) => ok)).toHaveLength(1)
    const row = await first()
    expect(row.invitationHash === null).toBe(row.status === 'waiting')
  })

  it('that is sent again makes the earlier token worthless, three times within an hour', async () => {
    const { change, first, requested, email } = await listOf({})
    await change('invite')
    const hashes = new Set([(await first()).invitationHash])
    for (let version = 2; version <= 4; version++) {
      expect(await change('resend', [{ id: requested[0]?.id ?? '', version }])).toMatchObject([{ ok: true }])
      hashes.add((await first()).invitationHash)
    }
    expect(hashes.size).toBe(4)
    expect(await change('resend', [{ id: requested[0]?.id ?? '', version: 5 }])).toMatchObject([
      { ok: false, error: 'Emailed 3 times in the last hour. Try again later.' },
    ])
    expect(await mailsTo(email)).toHaveLength(4)
  })

  it('is sent again by no one as long as the mails cannot be counted', async () => {
    const { change, waitlistId, requested } = await listOf({})
    await change('invite')
    const insert = () => {
      throw new Error('connection lost')
    }
    const broken = { ...ctx(), db: Object.assign(Object.create(services.db), { insert }) }
    const entries = requested.map(({ id }) => ({ id, version: 2 }))
    const resent = changeEntries(broken, { waitlistId, action: 'resend', entries })
    await expect(resent).rejects.toThrow('connection lost')
  })

  it('that has expired is shown so and may be made again', async () => {
    const { change, waitlistId, requested, first } = await listOf({})
    await change('invite')
    services.clock.advance(14 * dayMs)
    const entryId = requested[0]?.id ?? ''
    expect(await getEntry(ctx(), { waitlistId, entryId })).toMatchObject({ status: 'expired' })
    expect(await change('resend', [{ id: entryId, version: 2 }])).toMatchObject([
      { error: 'The invitation has expired. Invite again.' },
    ])
    expect(await change('invite', [{ id: entryId, version: 2 }])).toMatchObject([{ ok: true }])
    expect((await first()).invitationExpiresAt?.getTime()).toBe(services.clock.now().getTime() + 14 * dayMs)
  })
})

describe('a bulk change', () => {
  it('leaves the others done where one is refused, and says why, row by row', async () => {
    const { change, people, requested } = await listOf(
      { name: 'Ana' },
      { status: 'joined', name: '' },
      { status: 'removed' },
      { version: 3 },
    )
    const results = await change('invite', [...requested, { id: 'wle_elsewhere', version: 1 }])
    expect(results.map(({ error }) => error)).toEqual([
      null,
      'This person has joined.',
      'This person was removed from the list.',
      'This was changed while you were editing. Nothing was saved.',
      'This person isn’t on the waitlist.',
    ])
    expect(results.map(({ label }) => label).slice(0, 2)).toEqual(['Ana', people[1]?.email])
  })

  it('asked for twice with the same key is done once and answers alike', async () => {
    const { change, requested, email } = await listOf({}, {})
    const key = { requestKey }
    const [one, other] = await Promise.all([change('invite', requested, key), change('invite', requested, key)])
    expect(one).toEqual(other)
    expect(one.every(({ ok }) => ok)).toBe(true)
    expect(await mailsTo(email)).toHaveLength(1)
    await expect(change('remove', requested, key)).rejects.toMatchObject({ reason: 'REQUEST_KEY' })
  })

  it('that names someone twice does it once', async () => {
    const { change, requested, email } = await listOf({})
    const results = await change('invite', [...requested, ...requested])
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('of two administrators in opposite order ends', async () => {
    const { change, requested, waitlistId } = await listOf({}, {}, {})
    await Promise.all([change('invite', requested), change('shortlist', requested.toReversed())])
    const states = new Set((await stored(waitlistId)).map(({ status }) => status))
    expect(states.size).toBe(1)
  })

  it('does not reach into another list', async () => {
    const [here, there] = [await listOf({}), await listOf({})]
    expect(await here.change('remove', there.requested)).toMatchObject([{ ok: false, label: there.requested[0]?.id }])
    expect((await there.first()).status).toBe('waiting')
  })
})

it('shortlists, removes and puts back; a removed person has no invitation left', async () => {
  const { change, requested, first, waitlistId } = await listOf({})
  const [{ id } = { id: '' }] = requested
  const versioned = (version: number) => [{ id, version }]
  await change('shortlist')
  await change('invite', versioned(2))
  await change('remove', versioned(3))
  expect(await first()).toMatchObject({ status: 'removed', invitationHash: null, removedAt: services.clock.now() })
  await change('restore', versioned(4))
  expect(await first()).toMatchObject({ status: 'waiting', removedAt: null, version: 5 })
  const { history } = await getEntry(ctx(), { waitlistId, entryId: id })
  expect(history.map(({ action }) => action)).toEqual([
    'restore_waitlist_entry',
    'remove_waitlist_entry',
    'invite_waitlist_entry',
    'shortlist_waitlist_entry',
    'joined_list',
  ])
  expect(history[0]?.by).toBe(admin.email)
})

it('§0023 previews exactly whom it would invite: shortlisted first, each oldest first, friends move no one', async () => {
  const start = services.clock.now().getTime()
  const minutesAgo = (minutes: number) => ({ createdAt: new Date(start - minutes * 60_000) })
  const { waitlistId } = await listOf(
    { name: 'third', ...minutesAgo(9) },
    { name: 'fourth', referralCount: 50, ...minutesAgo(1) },
    { name: 'second', status: 'shortlisted', ...minutesAgo(2) },
    { name: 'first', status: 'shortlisted', ...minutesAgo(5) },
    { name: 'never', status: 'joined', ...minutesAgo(99) },
  )
  const next = async (count: number) => (await previewNext(ctx(), { waitlistId, count })).rows.map(({ name }) => name)
  expect(await next(10)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(await next(3)).toEqual(['first', 'second', 'third'])
  expect(await next(1)).toEqual(['first'])
  expect((await previewNext(ctx(), { waitlistId, count: 1 })).available).toBe(4)
})

it('keeps notes by version, as typed, and not in the log', async () => {
  const { waitlistId, requested, first } = await listOf({})
  const entryId = requested[0]?.id ?? ''
  const notes = '<script>alert(1)</script>\nknows Zoë 👩‍🍳'
  expect(await saveNotes(ctx(), { waitlistId, entryId, version: 1, notes })).toEqual({ version: 2 })
  expect((await first()).notes).toBe(notes)
  await expect(saveNotes(ctx(), { waitlistId, entryId, version: 1, notes: '' })).rejects.toMatchObject({
    reason: 'STALE_VERSION',
  })
  const log = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, entryId))
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('Zoë')
})

it('§1 is not for merchants', async () => {
  const { waitlistId, requested } = await listOf({})
  const owner = contextAs(services, await asOwner(services, ['mer_1']))
  const input = { waitlistId, action: 'invite' as const, entries: requested }
  await expect(changeEntries(owner, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
