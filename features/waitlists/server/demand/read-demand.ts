import type { Context } from '@quaff/platform/server/context'
import type { Demand, DemandInput } from '../../demand/contract'
import { viewWaitlist } from '../entries/list-entries'
import { listDemandAreas } from './demand-store'

/** Who waits where, and whether a venue is there already. */
export async function readDemand(ctx: Context, { waitlistId, coverage }: DemandInput): Promise<Demand> {
  await viewWaitlist(ctx, waitlistId)
  const rows = await listDemandAreas(ctx.db, waitlistId, coverage)
  return {
    areas: rows.map(({ areas: _areas, everybody: _everybody, ...area }) => area),
    total: rows[0]?.areas ?? 0,
    people: rows[0]?.everybody ?? 0,
  }
}
