import { loadPlatformSettings } from '@quaff/features/settings/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { isExpired } from '../entries/rules'
import type { InvitationOffer, InvitationTokenInput, InvitationView } from '../join/contract'
import type { StoredEntry } from './entry-store'
import { invitationHash } from './new-invitation'
import { listVenuesIn } from './offer-store'
import { findWaitlistBySlug, type StoredWaitlist } from './waitlist-store'

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
