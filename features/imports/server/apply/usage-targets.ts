import { findPeopleVersions, writePeople } from '@quaff/features/accounts/server'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import { unlinkSubscriptions } from '@quaff/features/payments/server'
import {
  documentEvent,
  findKnownRedemptions,
  findRedemptionVersions,
  readRedemptionDocument,
  redemptionVersion,
  removeRedemptions,
  type RedemptionWrite,
  writeRedemptionDocument,
  writeRedemptions,
} from '@quaff/features/redemptions/server'
import { removeRefundsOf } from '@quaff/features/refunds/server'
import {
  findKnownSubscriptions,
  readSubscriptionDocument,
  removeSubscriptions,
  subscriptionDocumentRows,
  type HistoryWrite,
  type SubscriptionWrite,
  writeSubscriptionDocument,
  writeSubscriptions,
} from '@quaff/features/subscriptions/server'
import type { ImportedRows, Services, Transaction } from '@quaff/platform/server'
import { isLeftOut } from '../../kinds-rules'
import type { ImportRun } from '../runs/run-store'
import { saveStandIns } from './document-store'
import { keepPaidPasses, tellChargedTwice } from './keep-paid-until'
import { kindTarget, type Checked, type Parent, type RowKey } from './kind-target'
import { findHolders } from './parent-store'
import type { RenamedIds } from './renamed-ids'

/**
 * Writes subscriptions and redemptions through the same functions as all other writers, so that counters stay correct.
 */
export function usageTargets(
  services: Services,
  { id: runId, options: { paidUntil, only } }: Pick<ImportRun, 'id' | 'options'>,
  renamed: RenamedIds,
) {
  const parents = usageParents(only)
  const history: HistoryWrite = { isQuiet: true, ...(paidUntil === null ? {} : { paidUntil: new Date(paidUntil) }) }
  const subscriptions: ImportedRows<SubscriptionWrite> = {
    idOf: ({ id }) => id,
    // `writeSubscriptions` itself keeps an administrator's decisions.
    versions: (tx, ids) => subscriptionDocumentRows.versions(tx, ids),
    async write(tx, rows) {
      await insertStandIns(tx, rows, { runId, now: services.clock.now(), renamed })
      await writeSubscriptions(services, tx, rows, history)
      return subscriptionDocumentRows.versions(
        tx,
        rows.map(({ id }) => id),
      )
    },
    async remove(tx, ids) {
      await removeRefundsOf(tx, ids)
      await unlinkSubscriptions(tx, ids)
      await removeSubscriptions(services, tx, ids)
    },
  }
  const redemptions: Pick<ImportedRows<RedemptionWrite>, 'idOf' | 'write'> = {
    idOf: ({ id }) => id,
    async write(tx, rows) {
      await writeRedemptions(services, tx, rows, { isQuiet: true })
      return new Map(rows.map((row) => [row.id, redemptionVersion(row)]))
    },
  }
  return {
    subscriptions: kindTarget({
      read: readSubscriptionDocument,
      rows: subscriptions,
      document: writeSubscriptionDocument,
      there: findKnownSubscriptions,
      stays: async (tx, ids) => {
        const { paidUntil: until } = history
        if (!until) return
        await keepPaidPasses(
          tx,
          [...new Set(ids)].map((id) => ({ id, paidUntil: until })),
        )
        await tellChargedTwice(tx, ids, runId)
      },
      parents: (row) => parents(row),
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
      at: ({ redeemedAt }) => redeemedAt,
      keyed: {
        versions: (tx, keys) => findRedemptionVersions(tx, timedOf(keys)),
        remove: (tx, keys) =>
          removeRedemptions(
            services,
            tx,
            timedOf(keys),
            keys.map(({ path }) => documentEvent(path)),
          ),
      },
      document: writeRedemptionDocument,
      there: findKnownRedemptions,
      withoutGone: drinksWithoutForeignPass,
      parents: (row) => parents(row),
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({
        ...row,
        planId: renamed.plan(row.planId, row.merchantId),
        locationId: renamed.location(row.locationId, row.merchantId),
        subscriptionId: renamed.subscription(row.subscriptionId, row.userId),
        merchantId: renamed.merchant(row.merchantId),
        userId: renamed.user(row.userId),
      }),
    }),
  }
}

type UsageRow = Pick<RedemptionWrite, 'merchantId' | 'userId' | 'planId' | 'locationId' | 'subscriptionId'>

/**
 * A left-out kind gets no placeholders, and an id below another merchant must not match. A document with a missing
 * parent is skipped until the parent exists.
 */
function usageParents(only: ImportRun['options']['only']) {
  return ({ merchantId, userId, planId, locationId, subscriptionId }: UsageRow): Parent[] => [
    ...(isLeftOut('merchants', only)
      ? [{ kind: 'merchants', id: merchantId, fault: 'unknown_merchant' } as const]
      : []),
    ...(isLeftOut('users', only) && userId ? [{ kind: 'users', id: userId, fault: 'unknown_user' } as const] : []),
    ...(isLeftOut('plans', only) && planId
      ? [{ kind: 'plans', id: planId, merchantId, fault: 'unknown_plan' } as const]
      : []),
    ...(isLeftOut('locations', only) && locationId
      ? [{ kind: 'locations', id: locationId, merchantId, fault: 'unknown_location' } as const]
      : []),
    ...(isLeftOut('subscriptions', only) && subscriptionId
      ? [{ kind: 'subscriptions', id: subscriptionId, userId: userId ?? null, fault: 'unknown_subscription' } as const]
      : []),
  ]
}

/** Keeps the id of a lost subscription, but removes the id of another person's subscription. */
async function drinksWithoutForeignPass(tx: Transaction, rows: readonly RedemptionWrite[]) {
  const holders = await findHolders(
    tx,
    rows.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  )
  return rows.map((row): Checked<RedemptionWrite> => {
    const holder = row.subscriptionId ? holders.get(row.subscriptionId) : undefined
    if (holder === undefined || holder === (row.userId ?? null)) return { row, gone: [] }
    return { row: { ...row, subscriptionId: null }, gone: [{ field: 'subscriptionId', fault: 'unknown_subscription' }] }
  })
}

const timedOf = (keys: readonly RowKey[]) =>
  keys.flatMap(({ rowId: id, rowAt: redeemedAt }) => (redeemedAt ? [{ id, redeemedAt }] : []))

/**
 * Inserts placeholders for lost merchants (archived) and people (without a name) that subscriptions name. Payments and
 * redemptions then keep their owner.
 */
async function insertStandIns(
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
  { runId, now, renamed }: { runId: string; now: Date; renamed: RenamedIds },
) {
  const named = (pick: (row: SubscriptionWrite) => string | null | undefined) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ]
  const merchantIds = named(({ merchantId }) => merchantId)
  const merchants = await merchantDocumentRows.versions(tx, merchantIds)
  const times = { createdAt: now, updatedAt: now, statusChangedAt: now }
  const archived = await merchantDocumentRows.write(
    tx,
    merchantIds
      .filter((id) => !merchants.has(id))
      .map((id) => ({ id, name: 'Unknown Merchant', status: 'archived', ...times })),
  )
  await saveStandIns(tx, { runId, renamed }, 'merchants', archived)
  const userIds = named(({ userId }) => userId)
  const people = await findPeopleVersions(tx, userIds)
  const missing = userIds.filter((id) => !people.has(id))
  const { versions } = await writePeople(
    tx,
    missing.map((id) => ({ id, email: null, createdAt: now, updatedAt: now })),
  )
  await saveStandIns(tx, { runId, renamed }, 'users', versions)
}
