import { analyticsAmounts } from '@quaff/features/analytics/server'
import { paymentAmounts } from '@quaff/features/payments/server'
import { payoutAmounts } from '@quaff/features/payouts/server'
import { planAmounts } from '@quaff/features/plans/server'
import { refundAmounts } from '@quaff/features/refunds/server'
import {
  findCurrencyDecimals,
  insertCurrencyDecimals,
  updateCurrencyDecimals,
  type CurrencyDecimals,
} from '@quaff/features/settings/server'
import { subscriptionAmounts } from '@quaff/features/subscriptions/server'
import {
  type AmountTable,
  type DecimalSteps,
  findCurrencies,
  type Queryable,
  type Services,
} from '@quaff/platform/server'
import { currencyDecimals, currencyDigits, differingCodes, engineDecimals } from '@quaff/platform/shared/money/decimals'
import { SettingsError } from '../environment'

const convert = 'npm run currencies -- --convert'
const usual = 2

/** Before anything is answered: amounts that are read with other decimals are wrong by a factor of 100 or 1,000. */
export async function requireCurrencyDecimals({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const kept = await keepDecimals(db, clock.now())
  const steps = await findSteps(db, kept)
  if (steps.size > 0)
    throw new SettingsError(
      `Stored amounts have different decimals (${stepsText(kept, steps)}). Back up, stop all servers and run \`${convert}\`.`,
    )
  if (differingCodes(kept).length > 0) await updateCurrencyDecimals(db, currencyDecimals(), clock.now())
}

/**
 * The decimals that stored amounts have. A database from before decision 0091 was written with those of its engine; this is
 * noted with the first start, so that a later upgrade of the engine changes nothing.
 */
export async function keepDecimals(db: Queryable, now: Date): Promise<CurrencyDecimals> {
  const kept = await findCurrencyDecimals(db)
  if (kept) return kept
  const engine = engineDecimals()
  const present = await findCurrencies(db, amountTables, differingCodes(engine))
  const written = {
    ...currencyDecimals(),
    ...Object.fromEntries(present.map((code) => [code, digitsIn(engine, code)])),
  }
  await insertCurrencyDecimals(db, written, now)
  return (await findCurrencyDecimals(db)) ?? written
}

/** Currencies with amounts that have to be converted. */
export async function findSteps(db: Queryable, kept: CurrencyDecimals): Promise<DecimalSteps> {
  const codes = differingCodes(kept)
  const present = codes.length === 0 ? [] : await findCurrencies(db, amountTables, codes)
  return new Map(present.map((code) => [code, currencyDigits(code) - digitsIn(kept, code)]))
}

/** "HUF 0 instead of 2, IQD 0 instead of 3" */
export const stepsText = (kept: CurrencyDecimals, steps: DecimalSteps) =>
  [...steps.keys()]
    .map((code) => `${code.toUpperCase()} ${digitsIn(kept, code)} instead of ${currencyDigits(code)}`)
    .join(', ')

const digitsIn = (decimals: CurrencyDecimals, code: string) => decimals[code] ?? usual

/** Every stored amount but those of the audit log, which says what was written then. */
export const amountTables: readonly AmountTable[] = [
  ...planAmounts,
  ...subscriptionAmounts,
  ...payoutAmounts,
  ...refundAmounts,
  ...paymentAmounts,
  ...analyticsAmounts,
]
