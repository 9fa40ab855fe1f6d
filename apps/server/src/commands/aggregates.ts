import { sql } from 'drizzle-orm'
import { checkAnalyticsCounters } from '@quaff/features/analytics/server'
import {
  checkRedemptionCounters,
  listRedeemingMerchants,
  repairRedemptionCounters,
} from '@quaff/features/redemptions/server'
import {
  checkPlatformMoves,
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  findSliceEnd,
  listCountedMerchants,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
  resetMoves,
} from '@quaff/features/subscriptions/server'
import { enqueueJob, inTransaction, type JobHandler, type Services, type Transaction } from '@quaff/platform/server'
import type { CounterDifference } from '@quaff/platform/shared/counter-difference'
import { SettingsError, type ServerSettings } from '../environment'
import { openServices } from '../services'
import { inCounterZone, requireCounterZone } from './counter-zone'
import { failOnCrash } from './fail-on-crash'

const merchantsPerSlice = 50
const peoplePerSlice = 10_000
const printedAtMost = 1_000

export type AggregatesTask = 'check' | 'rebuild'

/**
 * `aggregates --check | --rebuild`: recomputes every aggregate from its rows. A check with differences exits with 1.
 */
export async function aggregates(settings: ServerSettings, args: readonly string[]) {
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
  if (task === 'rebuild')
    return inCounterZone(services, print, async (maxPrinted) => void (await compare(services, task, print, maxPrinted)))
  await requireCounterZone(services)
  const found = await compare(services, task, print)
  if (found > 0) throw new SettingsError(`✗ aggregates  ${found} differences. Fix: npm run aggregates -- --rebuild`)
}

async function compare(
  services: Services,
  task: AggregatesTask,
  print: (line: string) => void,
  maxPrinted: number = printedAtMost,
) {
  let found = 0
  for await (const { differences, progress } of compareAll(services, task)) {
    for (const one of differences.slice(0, Math.max(0, maxPrinted - found)))
      print(`${one.table} ${one.key}: ${one.column} is ${one.stored}, expected ${one.counted}`)
    found += differences.length
    if (progress && task === 'rebuild') print(progress)
  }
  if (maxPrinted > 0 && found > maxPrinted) print(`… and ${found - maxPrinted} more`)
  if (task === 'rebuild') print(`✓ aggregates  ${found} repaired`)
  else if (found === 0) print('✓ aggregates  No differences found')
  return found
}

type Compared = { differences: CounterDifference[]; progress?: string }

async function* compareAll(services: Services, task: AggregatesTask): AsyncGenerator<Compared> {
  const ids = await listMerchants(services)
  for (let start = 0; start < ids.length; start += merchantsPerSlice) {
    const slice = ids.slice(start, start + merchantsPerSlice)
    const progress = `Merchants: ${start + slice.length} of ${ids.length}`
    if (task === 'check') {
      yield { differences: await checkSubscriptionCounters(services, services.db, slice) }
      yield { differences: await checkRedemptionCounters(services, services.db, slice) }
    } else {
      yield { differences: await repairing(services, (tx) => repairSubscriptionCounters(services, tx, slice)) }
      yield { differences: await repairing(services, (tx) => repairRedemptionCounters(services, tx, slice)), progress }
    }
  }
  for (let after = ''; ;) {
    const through = await findSliceEnd(services.db, after, peoplePerSlice)
    if (through === null) break
    const [from, to] = [after, through]
    if (task === 'check') yield { differences: await checkSubscriptionCounts(services.db, from, to) }
    else yield { differences: await repairing(services, (tx) => repairSubscriptionCounts(tx, from, to)) }
    after = through
  }
  const moves = await checkPlatformMoves(services)
  if (task === 'rebuild' && moves.length > 0) await inTransaction(services, resetMoves)
  yield { differences: moves }
  // Added up from the counters above, so after these; a rebuild is what every refresh does.
  yield { differences: await checkAnalyticsCounters(services), progress: 'Platform totals: done' }
}

async function listMerchants({ db }: Services) {
  return [...new Set([...(await listCountedMerchants(db)), ...(await listRedeemingMerchants(db))])].sort()
}

export const recountKind = 'recount_merchants'

/**
 * Scheduled by a migration that adds a counter, an hour later, because old servers still write without counting.
 * Processes some merchants per run, so that a shutdown waits only a moment.
 */
export const recountHandler: JobHandler = {
  maxAttempts: 20,
  leaseMs: 10 * 60_000,
  async run(services, { after }) {
    const slice = (await listMerchants(services)).filter((id) => id > String(after)).slice(0, merchantsPerSlice)
    const last = slice.at(-1)
    if (last === undefined) return
    await repairing(services, async (tx) => {
      const found = [
        ...(await repairSubscriptionCounters(services, tx, slice)),
        ...(await repairRedemptionCounters(services, tx, slice)),
      ]
      await enqueueJob(services, tx, { kind: recountKind, payload: { after: last } })
      return found
    })
  },
}

/** One at a time: a concurrent run would add the same missing amounts again. */
async function repairing(services: Services, repair: (tx: Transaction) => Promise<CounterDifference[]>) {
  return inTransaction(services, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild aggregates'))`)
    return repair(tx)
  })
}
