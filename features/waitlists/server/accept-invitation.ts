import { loadPlatformSettings } from '@quaff/features/settings/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { isExpired } from '../entries-rules'
import type { InvitationOffer, InvitationTokenInput, InvitationView } from '../join-contract'
import { invitationHash } from './change-entries'
import { saveEntry, type StoredEntry } from './entry-store'
import { listVenuesIn, lockEntryByInvitation } from './join-store'
import { findWaitlistBySlug, type StoredWaitlist } from './waitlist-store'

/** Once accepted it stays accepted, however often it is pressed. */
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

export const unknownInvitation: InvitationView = { state: 'unknown', listName: null, expiresAt: null, offer: null }

type Find = (db: Queryable, waitlistId: string, hash: string) => Promise<StoredEntry | undefined>

export async function findInvitation(ctx: Context, db: Queryable, { slug, token }: InvitationTokenInput, find: Find) {
  const list = await findWaitlistBySlug(db, slug.toLowerCase())
  const entry = list && (await find(db, list.id, invitationHash(ctx, token)))
  return list && entry ? { entry, list } : undefined
}

type Found = { entry: StoredEntry; list: StoredWaitlist }

export async function viewOf(ctx: Context, db: Queryable, { entry, list }: Found): Promise<InvitationView> {
  const facts = { listName: list.name, expiresAt: entry.invitationExpiresAt, offer: await offerOf(db, entry, list) }
  if (entry.status === 'joined') return { state: 'accepted', ...facts }
  return { state: isExpired(entry, ctx.clock.now()) ? 'expired' : 'open', ...facts }
}

async function offerOf(db: Queryable, entry: StoredEntry, { kind }: StoredWaitlist): Promise<InvitationOffer> {
  const { appStoreUrl, playStoreUrl } = await loadPlatformSettings(db)
  const { email, city, affiliateCode } = entry
  return { kind, email, appStoreUrl, playStoreUrl, city, venues: await listVenuesIn(db, city), affiliateCode }
}
