import { sql } from 'drizzle-orm'
import { checkAnalyticsCounters } from '@quaff/features/analytics/server'
import {
  checkRedemptionCounters,
  listRedeemingMerchants,
  repairRedemptionCounters,
} from '@quaff/features/redemptions/server'
import {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  findSliceEnd,
  listCountedMerchants,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
} from '@quaff/features/subscriptions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import type { CounterDifference } from '@quaff/platform/shared/counter-difference'
import { inTransaction } from '@quaff/platform/server/transaction'
import { SettingsError, type ServerSettings } from '../environment'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

const merchantsPerSlice = 50
const peoplePerSlice = 10_000
const printedAtMost = 1_000

export type AggregatesTask = 'check' | 'rebuild'

/** `aggregates --check | --rebuild`: counts every aggregate anew from its rows. A check with differences ends with code 1. */
export async function aggregates(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const task = readTask(args)
  const opened = await openServices(settings, failOnCrash)
  try {
    await runAggregates(opened.services, task, (line) => void process.stdout.write(`${line}\n`))
  } finally {
    await opened.close()
  }
}

export function readTask(args: readonly string[]): AggregatesTask {
  const [option, ...rest] = args
  if (rest.length === 0 && option === '--check') return 'check'
  if (rest.length === 0 && option === '--rebuild') return 'rebuild'
  throw new SettingsError('Usage: npm run aggregates -- --check | --rebuild')
}

/** Both run beside the server. Throws a SettingsError after a check that has found something. */
export async function runAggregates(
  services: Services,
  task: AggregatesTask,
  print: (line: string) => void,
): Promise<void> {
  let found = 0
  for await (const differences of compareAll(services, task)) {
    for (const one of differences.slice(0, Math.max(0, printedAtMost - found)))
      print(`${one.table} ${one.key}: ${one.column} is ${one.stored}, counted ${one.counted}`)
    found += differences.length
  }
  if (found > printedAtMost) print(`… and ${found - printedAtMost} more`)
  if (task === 'check' && found > 0)
    throw new SettingsError(`Differences: ${found}. Repair them with: npm run aggregates -- --rebuild`)
  print(task === 'check' ? 'Differences: 0. Every aggregate is what its rows say.' : `Repaired: ${found}`)
}

async function* compareAll(services: Services, task: AggregatesTask): AsyncGenerator<CounterDifference[]> {
  const merchantIds = new Set([
    ...(await listCountedMerchants(services.db)),
    ...(await listRedeemingMerchants(services.db)),
  ])
  const ids = [...merchantIds].sort()
  for (let start = 0; start < ids.length; start += merchantsPerSlice) {
    const slice = ids.slice(start, start + merchantsPerSlice)
    if (task === 'check') {
      yield await checkSubscriptionCounters(services, services.db, slice)
      yield await checkRedemptionCounters(services, services.db, slice)
    } else {
      yield await repairing(services, (tx) => repairSubscriptionCounters(services, tx, slice))
      yield await repairing(services, (tx) => repairRedemptionCounters(services, tx, slice))
    }
  }
  for (let after = ''; ;) {
    const through = await findSliceEnd(services.db, after, peoplePerSlice)
    if (through === null) break
    const [from, to] = [after, through]
    if (task === 'check') yield await checkSubscriptionCounts(services.db, from, to)
    else yield await repairing(services, (tx) => repairSubscriptionCounts(tx, from, to))
    after = through
  }
  // Added up from the counters above, so after these; a rebuild is what every refresh does.
  yield await checkAnalyticsCounters(services)
}

/** One at a time: a second run would add the same missing amounts again. */
async function repairing(
  services: Services,
  repair: (tx: Transaction) => Promise<CounterDifference[]>,
): Promise<CounterDifference[]> {
  return inTransaction(services, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild aggregates'))`)
    return repair(tx)
  })
}
