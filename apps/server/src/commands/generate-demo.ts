import { parseArgs } from 'node:util'
import { migrate } from '@quaff/database/migrate'
import { SettingsError, type ServerSettings } from '../environment'
import { hasPeople, openServices } from '../services'
import { requireCounterZone } from './counter-zone'
import { failOnCrash } from './fail-on-crash'
import { requireCurrencyDecimals } from './kept-decimals'

const defaultSizes = { merchants: 40, subscriptions: 5_000 } as const
const largest = { merchants: 100_000, subscriptions: 5_000_000 } as const

/** `demo --merchants 40 --subscriptions 5000` */
export async function generateDemo(settings: ServerSettings, args: readonly string[]) {
  const sizes = readSizes(args)
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    if (await hasPeople(opened.services))
      throw new SettingsError('Demo data needs an empty database. This one has users.')
    await requireCounterZone(opened.services)
    await requireCurrencyDecimals(opened.services)
    const { seedDemo } = await import('@quaff/database/demo/seed-demo')
    await seedDemo(opened.services, sizes)
    process.stdout.write(`✓ demo data  ${sizes.merchants} merchants · ${sizes.subscriptions} subscriptions\n`)
  } finally {
    await opened.close()
  }
}

export function readSizes(args: readonly string[]): { merchants: number; subscriptions: number } {
  const values = parseFlags(args)
  return {
    merchants: readSize('merchants', values.merchants),
    subscriptions: readSize('subscriptions', values.subscriptions),
  }
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { merchants: { type: 'string' }, subscriptions: { type: 'string' } } })
      .values
  } catch {
    throw new SettingsError('Usage: npm run demo -- --merchants 40 --subscriptions 5000')
  }
}

function readSize(name: keyof typeof largest, text: string | undefined) {
  if (text === undefined) return defaultSizes[name]
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= largest[name]) return value
  throw new SettingsError(`--${name} must be a number from 1 to ${largest[name]}`)
}
