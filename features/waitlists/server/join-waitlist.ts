import { mailboxOf } from '@quaff/features/sign-in/email-verification-rules'
import { passGate, requireVerifiedEmail } from '@quaff/features/sign-in/server'
import {
  type Context,
  inTransaction,
  publishLive,
  queueMail,
  refuse,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import { tidyPostalCode } from '@quaff/platform/shared/fields/address'
import type { JoinInput, Place } from '../join-contract'
import { waitlistRefusals } from '../refusals'
import { countsAsFriend, joinPath } from '../rules'
import type { StoredEntry } from './entry-store'
import { countFriend, findEntryByEmail, insertEntry, isMailboxListed, lockReferrer } from './join-store'
import { getOpenPage, joinFormKey, presentPlace } from './open-join-page'
import { waitlistJoinedMail } from './waitlist-emails'
import { lockWaitlist, type StoredWaitlist } from './waitlist-store'

/**
 * Puts the bearer of the proof onto the list, or shows the place they have: also of a removed person, who stays removed
 * until an administrator puts them back. Refuses with PROOF, LIST_CLOSED and what the gate refuses.
 */
export async function joinWaitlist(ctx: Context, input: JoinInput): Promise<Place> {
  const list = await getOpenPage(ctx, input.slug)
  const email = await requireVerifiedEmail(ctx, ctx.db, { token: input.token, purpose: 'waitlist' })
  const existing = await findEntryByEmail(ctx.db, list.id, email)
  if (existing) return presentPlace(ctx, list, existing)
  if (!list.isOpen) throw refuse(waitlistRefusals, 'LIST_CLOSED')
  if (!(await passGate(ctx, joinFormKey(list), input))) return placeOfNobody(ctx, list)
  return inTransaction(ctx, async (tx) => {
    const held = await lockWaitlist(tx, list.id, 'share')
    if (!held) throw refuse(waitlistRefusals, 'WAITLIST')
    if (!held.isOpen) throw refuse(waitlistRefusals, 'LIST_CLOSED')
    const referrer = await findFriend(tx, list.id, email, input.ref)
    const inserted = await insertEntry(tx, newEntry(ctx, held, email, input, referrer))
    if (!inserted) return presentPlace(ctx, held, await getExisting(tx, list.id, email))
    if (referrer) await countFriend(tx, referrer.id)
    await queueMail(ctx, tx, { to: email, ...confirmationMail(ctx, held, inserted) })
    // Not audited, because the person acts and not an administrator. The entry records time and source.
    await publishLive(tx, { topic: 'audit', subjectId: inserted.id })
    return presentPlace(ctx, held, inserted)
  })
}

async function findFriend(tx: Transaction, waitlistId: string, email: string, ref: string | undefined) {
  if (ref === undefined || ref === '') return null
  const referrer = await lockReferrer(tx, waitlistId, withoutControls(ref))
  if (!referrer || !countsAsFriend(email, referrer)) return null
  // A person with another address tag does not count again.
  return (await isMailboxListed(tx, waitlistId, mailboxOf(email))) ? null : referrer
}

async function getExisting(tx: Transaction, waitlistId: string, email: string) {
  const entry = await findEntryByEmail(tx, waitlistId, email)
  if (!entry) throw new Error('waitlist entry vanished while its list was locked')
  return entry
}

function newEntry(ctx: Context, list: StoredWaitlist, email: string, input: JoinInput, referrer: StoredEntry | null) {
  const now = ctx.clock.now()
  return {
    id: ctx.ids.newId('wle'),
    waitlistId: list.id,
    email,
    name: withoutControls(input.name),
    city: withoutControls(input.city) || (list.city ?? ''),
    postalCode: tidyPostalCode(withoutControls(input.postalCode)),
    wantedVenue: withoutControls(input.wantedVenue),
    source: referrer ? 'friend' : 'join page',
    affiliateCode: input.affiliateCode ? withoutControls(input.affiliateCode) : null,
    referralCode: newReferralCode(ctx),
    referredBy: referrer?.id ?? null,
    confirmedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

function confirmationMail(ctx: Context, { name: listName, slug }: StoredWaitlist, entry: StoredEntry) {
  const page = `${ctx.settings.baseUrl}${joinPath(slug)}`
  const placeUrl = `${page}?place=${placeToken(ctx, entry.id)}`
  return waitlistJoinedMail({ name: entry.name, listName, placeUrl, friendsUrl: `${page}?ref=${entry.referralCode}` })
}

/** The response to a bot that filled in the honeypot. Nothing is stored. */
function placeOfNobody(ctx: Context, { name }: StoredWaitlist): Place {
  return {
    listName: name,
    status: 'waiting',
    referralCode: newReferralCode(ctx),
    referralCount: 0,
    since: ctx.clock.now(),
    placeToken: placeToken(ctx, ctx.ids.newId('wle')),
  }
}

/** 72 random bits, so that codes can't be guessed. */
export const newReferralCode = ({ secrets }: Pick<Context, 'secrets'>) =>
  secrets
    .newToken()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 12)

/** A signed token, so that the row needs no column for it. */
export function placeToken(ctx: Pick<Context, 'secrets'>, entryId: string): string {
  return `${entryId}.${ctx.secrets.hash(`waitlist-place:${entryId}`)}`
}

/** Null for a made-up one. */
export function readPlaceToken(ctx: Pick<Context, 'secrets'>, token: string): string | null {
  const [entryId = ''] = token.split('.')
  return token === placeToken(ctx, entryId) ? entryId : null
}
