import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { FindLocationsInput, FoundLocation } from '../contract'
import { locationPermissions } from '../permissions'
import { findLocationsByName } from './location-store'

/** More of one kind would crowd out the others. */
const shown = 5

/** For the palette, which looks for all kinds of records at once. */
export async function findLocations(ctx: Context, { q }: FindLocationsInput): Promise<FoundLocation[]> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.list')
  return findLocationsByName(ctx.db, merchantScope(actor), q, shown)
}
