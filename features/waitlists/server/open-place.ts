import type { Context } from '@quaff/platform/server/context'
import type { Place } from '../join/contract'
import { placeStatus } from '../join/rules'
import type { StoredEntry } from './entry-store'
import { findEntryById } from './join-store'
import { getOpenPage } from './open-join-page'
import { placeToken, readPlaceToken } from './place-token'
import type { StoredWaitlist } from './waitlist-store'

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
