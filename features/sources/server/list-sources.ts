import { authorize, type Context } from '@quaff/platform/server'
import { sourceLimits, type Source, type SourceRefusal } from '../contract'
import { sourcePermissions } from '../permissions'
import { dayBefore } from '../rules'
import { listRefusalRows, listSourceRows } from './source-store'

export async function listSources(ctx: Context): Promise<{ sources: Source[] }> {
  authorize(ctx.actor, sourcePermissions, 'source.list')
  const since = dayBefore(ctx.clock.now(), sourceLimits.refusalDays - 1)
  const [rows, refusals] = [await listSourceRows(ctx.db), await listRefusalRows(ctx.db, since)]
  const sources = rows.map((source) => ({
    ...source,
    refusals: summed(refusals.filter(({ sourceId, kind }) => sourceId === source.sourceId && kind === source.kind)),
  }))
  return { sources }
}

/** Expects the newest day first: the first row of a code supplies the field, event and time. */
function summed(rows: Awaited<ReturnType<typeof listRefusalRows>>) {
  const byCode = new Map<string, SourceRefusal>()
  for (const { code, count, field, eventId, refusedAt } of rows) {
    const existing = byCode.get(code)
    byCode.set(
      code,
      existing ? { ...existing, count: existing.count + count } : { code, count, field, eventId, refusedAt },
    )
  }
  return [...byCode.values()].toSorted((one, other) => other.count - one.count).slice(0, sourceLimits.refusals)
}
