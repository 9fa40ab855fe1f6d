import {
  findKnownRedemptions,
  readRedemptionDocument,
  type RedemptionWrite,
  writeRedemptionDocument,
  writeRedemptions,
} from '@quaff/features/redemptions/server'
import {
  findKnownSubscriptions,
  readSubscriptionDocument,
  type SubscriptionWrite,
  writeSubscriptionDocument,
  writeSubscriptions,
} from '@quaff/features/subscriptions/server'
import type { Services } from '@quaff/platform/server/context'
import type { ImportedRows } from '@quaff/platform/server/documents/imported-rows'
import type { ImportOptions } from '../../runs/contract'
import { kindTarget } from './kind-target'
import { insertStandIns } from './stand-ins'

/** Subscriptions and drinks go through the verbs that every other writer of them uses; counters move with them. */
export function usageTargets(services: Services, { paidUntil }: ImportOptions) {
  const history = { isQuiet: true, ...(paidUntil === null ? {} : { paidUntil: new Date(paidUntil) }) }
  const subscriptions: ImportedRows<SubscriptionWrite> = {
    idOf: ({ id }) => id,
    // What an administrator has decided here stays by the verb's own rule.
    versions: async () => new Map(),
    async write(tx, rows) {
      await insertStandIns(tx, rows, services.clock.now())
      await writeSubscriptions(services, tx, rows, history)
      return new Map(rows.map(({ id }) => [id, null]))
    },
  }
  const redemptions: ImportedRows<RedemptionWrite> = {
    idOf: ({ id }) => id,
    versions: async () => new Map(),
    async write(tx, rows) {
      await writeRedemptions(services, tx, rows, { isQuiet: true })
      return new Map(rows.map(({ id }) => [id, null]))
    },
  }
  return {
    subscriptions: kindTarget({
      read: readSubscriptionDocument,
      rows: subscriptions,
      document: writeSubscriptionDocument,
      there: findKnownSubscriptions,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({
        ...row,
        planId: renamed.plan(row.planId, row.merchantId),
        merchantId: renamed.merchant(row.merchantId),
        userId: renamed.user(row.userId),
      }),
    }),
    redemptions: kindTarget({
      read: readRedemptionDocument,
      rows: redemptions,
      document: writeRedemptionDocument,
      there: findKnownRedemptions,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({
        ...row,
        planId: renamed.plan(row.planId, row.merchantId),
        locationId: renamed.location(row.locationId, row.merchantId),
        merchantId: renamed.merchant(row.merchantId),
        userId: renamed.user(row.userId),
      }),
    }),
  }
}
