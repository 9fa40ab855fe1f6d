import { sql } from 'drizzle-orm'
import { deleteSnapshots } from '@quaff/features/analytics/server'
import { convertFigures, findRunningImport } from '@quaff/features/imports/server'
import { updateCurrencyDecimals, type CurrencyDecimals } from '@quaff/features/settings/server'
import {
  compactChargeMonths,
  listMerchantsPaidIn,
  repairSubscriptionCounters,
} from '@quaff/features/subscriptions/server'
import {
  type AmountCount,
  type Context,
  convertAmounts,
  countAmounts,
  type DecimalSteps,
  inTransaction,
  recordAudit,
  type Transaction,
} from '@quaff/platform/server'
import { currencyDecimals } from '@quaff/platform/shared/money/decimals'
import { SettingsError, type ServerSettings } from '../environment'
import { requireCounterZone } from './counter-zone'
import { findSteps, keepDecimals, stepsText, amountTables } from './kept-decimals'
import { withDatabase } from './with-database'

const merchantsPerSlice = 50
const usage = 'Usage: npm run currencies -- --check | --convert [--from huf=0,iqd=0]'

export type CurrenciesTask = { convert: boolean; from: CurrencyDecimals }
type Print = (line: string) => void

/** `currencies --check | --convert`: converts stored amounts to the decimals that this version reads. */
export async function currencies(settings: ServerSettings, args: readonly string[]) {
  const task = readCurrenciesTask(args)
  await withDatabase(settings, (ctx) => runCurrencies(ctx, task, (line) => void process.stdout.write(`${line}\n`)))
}

/** `--from`: what amounts were really written with, where the first start has guessed wrong. */
export function readCurrenciesTask([option, ...rest]: readonly string[]): CurrenciesTask {
  const [flag, list = '', ...more] = rest
  const pairs = list === '' ? [] : list.split(',').map((pair) => /^([a-z]{3})=([0-4])$/i.exec(pair))
  const isKnown = option === '--check' || option === '--convert'
  if (!isKnown || more.length > 0 || (rest.length > 0 && (flag !== '--from' || list === '')) || pairs.includes(null))
    throw new SettingsError(usage)
  const from = pairs.flatMap((pair) => (pair?.[1] ? [[pair[1].toLowerCase(), Number(pair[2])] as const] : []))
  return { convert: option === '--convert', from: Object.fromEntries(from) }
}

/**
 * Runs in one transaction, so that a database never holds amounts of two kinds. Throws a SettingsError if an amount
 * cannot be converted.
 */
export async function runCurrencies(ctx: Context, task: CurrenciesTask, print: Print) {
  await requireCounterZone(ctx)
  // It prints, and locks for long: a second try would do both again.
  await inTransaction(ctx, (tx) => runInside({ ctx, tx, print }, task), { repeatable: false })
}

type Running = { ctx: Context; tx: Transaction; print: Print }

async function runInside(running: Running, { convert, from }: CurrenciesTask): Promise<void> {
  const { ctx, tx, print } = running
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
  if (convert) await keepOthersOut(tx)
  const kept = { ...(await keepDecimals(tx, ctx.clock.now())), ...from }
  const steps = await findSteps(tx, kept)
  const settle = () => updateCurrencyDecimals(tx, currencyDecimals(), ctx.clock.now())
  if (steps.size === 0) {
    if (convert) await settle()
    return print('✓ currencies  All amounts have this version’s decimals')
  }
  print(`Amounts with different decimals: ${stepsText(kept, steps)}.`)
  const counts = await countAmounts(tx, amountTables, steps)
  for (const { table, currency, rows } of counts) print(`${table}: ${rows} rows in ${currency.toUpperCase()}`)
  refuseUnfit(counts, print)
  if (!convert) return print('Nothing was changed. Back up, stop all servers, then run with --convert.')
  await convertAll(running, steps)
  await settle()
  const after = { decimals: stepsText(kept, steps) }
  await recordAudit(ctx, tx, { action: 'convert_currencies', targetType: 'platform', targetId: 'currencies', after })
  print('✓ currencies  Converted. Next: npm run aggregates -- --check')
}

/** Locks out every writer of amounts and every repair of counters. */
async function keepOthersOut(tx: Transaction) {
  if (await findRunningImport(tx))
    throw new SettingsError('An import is running. Let it finish or undo it, then convert.')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild aggregates'))`)
  const tables = [...new Set(amountTables.map(({ table }) => table))].map((table) => sql`${table}`)
  await tx.execute(sql`lock table ${sql.join(tables, sql`, `)} in share row exclusive mode`)
}

function refuseUnfit(counts: readonly AmountCount[], print: Print) {
  const unfit = counts.filter((one) => one.unfit > 0)
  for (const { table, currency, unfit: rows, examples } of unfit) {
    print(`${table}: ${rows} amounts in ${currency.toUpperCase()} would lose decimals or are too large`)
    for (const key of examples) print(`  ${key}`)
    if (rows > examples.length) print(`  … and ${rows - examples.length} more`)
  }
  if (unfit.length > 0) throw new SettingsError('Nothing was changed. Correct the amounts above first.')
}

async function convertAll({ ctx, tx, print }: Running, steps: DecimalSteps) {
  // Added up, a month is the sum of charges that are all whole.
  await compactChargeMonths({ db: tx })
  await convertAmounts(tx, amountTables, steps, (table, rows) => {
    if (rows > 0) print(`${table}: ${rows} converted`)
  })
  await convertFigures(tx, (currency) => 10 ** (steps.get(currency) ?? 0))
  await deleteSnapshots(tx)
  // Monthly equivalents are rounded per subscription, so their sums move by more than a factor.
  const merchants = await listMerchantsPaidIn(tx, [...steps.keys()])
  for (let start = 0; start < merchants.length; start += merchantsPerSlice) {
    const slice = merchants.slice(start, start + merchantsPerSlice)
    await repairSubscriptionCounters(ctx, tx, slice)
    print(`Merchant counters: ${start + slice.length} of ${merchants.length}`)
  }
}
