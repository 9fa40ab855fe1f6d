import { authorize, type Context, type Queryable } from '@quaff/platform/server'
import {
  type Coverage,
  coverages,
  type Demand,
  type DemandInput,
  type Waitlist,
  type WaitlistCounts,
} from '../contract'
import { waitlistPermissions } from '../permissions'
import { listDemandAreas } from './demand-store'
import { viewWaitlist } from './read-entries'
import { countByStatus, noCounts } from './waitlist-counts-store'
import { listStoredWaitlists, type StoredWaitlist } from './waitlist-store'

export async function listWaitlists(ctx: Context): Promise<Waitlist[]> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const [rows, counts] = await Promise.all([listStoredWaitlists(ctx.db), countByStatus(ctx.db, ctx.clock.now())])
  return rows.map((row) => presentWaitlist(row, counts.get(row.id)))
}

function presentWaitlist(row: StoredWaitlist, counts: WaitlistCounts = noCounts): Waitlist {
  const { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version } = row
  return { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version, counts }
}

export async function presentCounted(db: Queryable, row: StoredWaitlist, now: Date): Promise<Waitlist> {
  return presentWaitlist(row, (await countByStatus(db, now, row.id)).get(row.id))
}

/** Demand by area, with the venues that are already there. */
export async function readDemand(ctx: Context, { waitlistId, coverage }: DemandInput): Promise<Demand> {
  await viewWaitlist(ctx, waitlistId)
  const rows = await listDemandAreas(ctx.db, waitlistId, coverage)
  const sums = rows[0]?.sums ?? {}
  const requested = coverage === undefined ? coverages : [coverage]
  const over = (of: readonly Coverage[], what: 'areas' | 'people') =>
    of.reduce((sum, one) => sum + (sums[one]?.[what] ?? 0), 0)
  return {
    areas: rows.flatMap(({ isArea, sums: _sums, ...area }) => (isArea ? [area] : [])),
    total: over(requested, 'areas'),
    people: over(requested, 'people'),
    byCoverage: {
      covered: over(['covered'], 'people'),
      nearby: over(['nearby'], 'people'),
      none: over(['none'], 'people'),
    },
  }
}
