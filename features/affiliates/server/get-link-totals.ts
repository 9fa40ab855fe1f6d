import type { MerchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { linkLimits, type LinkTotals, type LinkTotalsInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { presentFigures } from './figures-store'
import { scopeOf } from './read-links'
import { countLinksByStatus, sumFigures } from './totals-store'

export async function getLinkTotals(ctx: Context, { merchantId }: LinkTotalsInput): Promise<LinkTotals> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, merchantId)
  const [states, figures] = await Promise.all([countLinksByStatus(ctx.db, scope), sumOnce(ctx, scope)])
  return { ...presentFigures(figures), ...states }
}

/** Over the whole platform a sum is dear: all administrators share one for a while. */
function sumOnce(ctx: Context, scope: MerchantScope) {
  const read = () => sumFigures(ctx.db, scope)
  if (!scope.all) return read()
  return remember(ctx, { key: ['affiliate-totals'], maxAgeMs: linkLimits.totalsAgeMs }, read)
}
