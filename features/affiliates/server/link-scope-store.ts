import type { SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { affiliateLinks as links } from './tables'

/** The platform's own links belong to no merchant, which no limited scope contains. */
export const linksInScope = (scope: MerchantScope): SQL | undefined =>
  scope.all ? undefined : scopeWhere(scope, links.merchantId)
