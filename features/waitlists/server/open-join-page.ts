import { loadPlatformSettings } from '@quaff/features/settings/server'
import { openForm } from '@quaff/features/sign-in/server'
import {
  type Context,
  inTransaction,
  publishLive,
  type Queryable,
  refuse,
  withoutControls,
} from '@quaff/platform/server'
import type { InvitationOffer, InvitationTokenInput, InvitationView, JoinPage, Place } from '../join-contract'
import { waitlistRefusals } from '../refusals'
import { inviterName, isExpired, placeStatus } from '../rules'
import { invitationHash } from './change-entries'
import { saveEntry, type StoredEntry } from './entry-store'
import { findEntryById, findEntryByInvitation, findReferrer, listVenuesIn, lockEntryByInvitation } from './join-store'
import { placeToken, readPlaceToken } from './join-waitlist'
import { findWaitlistBySlug, type StoredWaitlist } from './waitlist-store'

export async function openJoinPage(
  ctx: Context,
  { slug, ref = '' }: { slug: string; ref?: string },
): Promise<JoinPage> {
  const list = await getOpenPage(ctx, slug)
  const { name, description, city, isOpen } = list
  const referrer = ref === '' ? undefined : await findReferrer(ctx.db, list.id, withoutControls(ref))
  const inviter = referrer ? inviterName(referrer) : null
  return { slug: list.slug, name, description, city, isOpen, inviter, startToken: openForm(ctx, joinFormKey(list)) }
}

export async function getOpenPage(ctx: Context, slug: string): Promise<StoredWaitlist> {
  const list = await findWaitlistBySlug(ctx.db, slug.toLowerCase())
  if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
  return list
}

export const joinFormKey = ({ id }: { id: string }) => `waitlist:${id}`

/** Changes nothing, because email scanners open links. A rescinded or replaced invitation is unknown. */
export async function openInvitation(ctx: Context, input: InvitationTokenInput): Promise<InvitationView> {
  const found = await findInvitation(ctx, ctx.db, input, findEntryByInvitation)
  return found ? viewOf(ctx, ctx.db, found) : unknownInvitation
}

/** Returns the current state of a waitlist entry to its owner (email link or joining browser). */
export async function openPlace(ctx: Context, { slug, token }: { slug: string; token: string }): Promise<Place | null> {
  const list = await getOpenPage(ctx, slug)
  const entryId = readPlaceToken(ctx, token)
  const entry = entryId === null ? undefined : await findEntryById(ctx.db, list.id, entryId)
  return entry ? presentPlace(ctx, list, entry) : null
}

export function presentPlace(ctx: Context, { name }: StoredWaitlist, entry: StoredEntry): Place {
  return {
    listName: name,
    status: placeStatus[entry.status],
    referralCode: entry.referralCode,
    referralCount: entry.referralCount,
    since: entry.createdAt,
    placeToken: placeToken(ctx, entry.id),
  }
}

/** Idempotent: an accepted invitation stays accepted. */
export async function acceptInvitation(ctx: Context, input: InvitationTokenInput): Promise<InvitationView> {
  return inTransaction(ctx, async (tx) => {
    const found = await findInvitation(ctx, tx, input, (_, id, hash) => lockEntryByInvitation(tx, id, hash))
    if (!found) return unknownInvitation
    const { entry } = found
    const view = await viewOf(ctx, tx, found)
    if (view.state !== 'open') return view
    const now = ctx.clock.now()
    await saveEntry(tx, entry.id, { status: 'joined', joinedAt: now, updatedAt: now })
    await publishLive(tx, { topic: 'audit', subjectId: entry.id })
    return { ...view, state: 'accepted' }
  })
}

const unknownInvitation: InvitationView = { state: 'unknown', listName: null, expiresAt: null, offer: null }

type Find = (db: Queryable, waitlistId: string, hash: string) => Promise<StoredEntry | undefined>

async function findInvitation(ctx: Context, db: Queryable, { slug, token }: InvitationTokenInput, find: Find) {
  const list = await findWaitlistBySlug(db, slug.toLowerCase())
  const entry = list && (await find(db, list.id, invitationHash(ctx, token)))
  return list && entry ? { entry, list } : undefined
}

type Found = { entry: StoredEntry; list: StoredWaitlist }

async function viewOf(ctx: Context, db: Queryable, { entry, list }: Found): Promise<InvitationView> {
  const details = { listName: list.name, expiresAt: entry.invitationExpiresAt, offer: await offerOf(db, entry, list) }
  if (entry.status === 'joined') return { state: 'accepted', ...details }
  return { state: isExpired(entry, ctx.clock.now()) ? 'expired' : 'open', ...details }
}

async function offerOf(db: Queryable, entry: StoredEntry, { kind }: StoredWaitlist): Promise<InvitationOffer> {
  const { appStoreUrl, playStoreUrl } = await loadPlatformSettings(db)
  const { email, city, affiliateCode } = entry
  return { kind, email, appStoreUrl, playStoreUrl, city, venues: await listVenuesIn(db, city), affiliateCode }
}
