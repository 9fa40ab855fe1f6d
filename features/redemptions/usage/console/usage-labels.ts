import { isolated } from '@quaff/platform/shared/readable-text'
import type { RedemptionFlag, UsageRow } from '../../usage-contract'

export const flagLabels = {
  double_scan: 'Under 10 min',
  outside_hours: 'Outside hours',
  wrong_location: 'Wrong location',
} as const satisfies Record<RedemptionFlag, string>

export const flagSentences = {
  double_scan: 'The same customer redeemed less than 10 minutes earlier. Probably one drink scanned twice.',
  outside_hours: 'The location was closed, according to its current hours.',
  wrong_location: 'The plan isn’t currently valid at this location.',
} as const satisfies Record<RedemptionFlag, string>

export const nameOf = ({ subscriberName }: Pick<UsageRow, 'subscriberName'>) => subscriberName ?? 'Subscriber'

/** Returns "Under 10 min, Outside hours", of a kept redemption "Kept: Under 10 min". */
export function flagsText({ flags, kept }: Pick<UsageRow, 'flags' | 'kept'>): string {
  const named = flags.map((flag) => flagLabels[flag]).join(', ')
  return named && kept ? `Kept: ${named}` : named
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns "32s", "6m", "22h", "1d 2h", or "—" for the first redemption of a person. */
export function gapText(ms: number | null): string {
  if (ms === null) return '—'
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h`
  return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`
}

export function voidedText({ voided }: Pick<UsageRow, 'voided'>): string {
  if (!voided) return 'By the app'
  return `${isolated(voided.reason)} (${isolated(voided.by ?? 'a deleted account')})`
}
