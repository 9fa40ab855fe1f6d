import { openForm } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import type { InvitationTokenInput, InvitationView, JoinPage, Place } from '../join-contract'
import { inviterName, placeStatus } from '../join-rules'
import { waitlistRefusals } from '../refusals'
import { findInvitation, unknownInvitation, viewOf } from './accept-invitation'
import type { StoredEntry } from './entry-store'
import { findEntryById, findEntryByInvitation, findReferrer } from './join-store'
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

/** Changes nothing: programs that look into mails open links. A rescinded or replaced invitation is unknown. */
export async function openInvitation(ctx: Context, input: InvitationTokenInput): Promise<InvitationView> {
  const found = await findInvitation(ctx, ctx.db, input, findEntryByInvitation)
  return found ? viewOf(ctx, ctx.db, found) : unknownInvitation
}

/** What became of the place since: for the link in the mail, and for the browser in which somebody joined. */
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
