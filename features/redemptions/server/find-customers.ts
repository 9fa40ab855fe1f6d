import { openCalendar, scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { maskName, maskedQuery } from '@quaff/features/subscriptions/rules'
import { authorize, type Context, refuse, startOfDayIn, takeFromLimit } from '@quaff/platform/server'
import { redemptionPermissions } from '../permissions'
import { redemptionRefusals } from '../refusals'
import {
  type Customer,
  customerLimits,
  type FindCustomersInput,
  type FoundCustomers,
  type GetCustomerInput,
} from '../scan-contract'
import { decideRedemption, passCodeOf } from '../scan-rules'
import { presentUsage } from '../usage/server/read-redemptions'
import { listUsageOfCustomer } from '../usage/server/usage-store'
import { venueOfRows } from '../usage/server/venue-store'
import { findCustomer, listCustomersByCode, listCustomersByName, listLatestCustomers } from './customer-store'
import { readExplanation } from './explain-customer'

/** Finds customers by what a merchant sees of them: the masked name, or the code that they show. */
export async function findCustomers(ctx: Context, input: FindCustomersInput): Promise<FoundCustomers> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.findCustomer')
  const scope = scopeToMerchant(actor, input.merchantId)
  if (input.code !== undefined)
    await takeFromLimit(ctx, 'passCodePerUser', actor.userId, 'Too many pass codes. Try again in a minute.')
  const { ctx: local } = await openCalendar(ctx, scope)
  const rows = await readCustomers(local, scope, input)
  return {
    customers: rows
      .slice(0, customerLimits.found)
      .map((row) => ({
        subscriptionId: row.subscriptionId,
        name: maskName(row.displayName),
        planName: row.planName?.trim() || 'Unknown Plan',
        status: row.status,
        lastRedeemedAt: row.lastRedeemedAt,
      })),
    hasMore: rows.length > customerLimits.found,
  }
}

async function readCustomers(ctx: Context, scope: OneMerchant, { name, code }: FindCustomersInput) {
  if (code !== undefined) {
    const passCode = passCodeOf(code)
    return passCode ? listCustomersByCode(ctx.db, scope, passCode) : []
  }
  if (name !== undefined) {
    const start = maskedQuery(name)
    return start === null ? [] : listCustomersByName(ctx.db, scope, start)
  }
  return listLatestCustomers(ctx.db, scope, startOfDayIn(ctx.settings.timeZone, ctx.clock.now()))
}

/** Tells what a scan of the customer's passes at this merchant would do now, by the rule that decides scans. */
export async function getCustomer(ctx: Context, { merchantId, subscriptionId }: GetCustomerInput): Promise<Customer> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.findCustomer')
  const scope = scopeToMerchant(actor, merchantId)
  const found = await findCustomer(ctx.db, scope, subscriptionId)
  if (!found) throw refuse(redemptionRefusals, 'CUSTOMER')
  const { at, timeZone, findings, passes, passesTotal } = await readExplanation(ctx, scope, found.userId)
  const rows = await listUsageOfCustomer(ctx.db, scope, found.userId, customerLimits.redemptions)
  const venue = venueOfRows(rows, timeZone)
  const verdict = decideRedemption({ findings, passes })
  const { pass } = verdict
  return {
    at,
    timeZone: passes[0]?.timeZone ?? timeZone,
    name: maskName(found.displayName),
    scan: {
      accepted: verdict.ok,
      because: verdict.ok || !pass ? null : (verdict.finding ?? null),
      subscriptionId: pass?.subscriptionId ?? null,
    },
    passes,
    passesTotal,
    redemptions: rows.map((row) => presentUsage(row, venue, actor)),
  }
}
