import { siteError } from '@quaff/platform/shared/safe-address'
import { platformLimits, platformSettingKeys } from './platform-contract'
import type { PlatformSettingKey, PlatformSettings } from './platform-contract'

export const defaultPlatformSettings: PlatformSettings = {
  platformFeeBasisPoints: 0,
  supportAddress: null,
  appStoreUrl: null,
  playStoreUrl: null,
  requireSecondFactor: false,
  payerName: null,
  payerBic: null,
  achBankRouting: null,
  achCompanyId: null,
  achOriginId: null,
  defaultCurrency: null,
  showFirstSteps: false,
  backsUpElsewhere: false,
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

/** 275 → "2.75". */
export function feePercentText(basisPoints: number): string {
  return String(basisPoints / 100)
}

/** "2.75 %" or "2,75" → 275; null when that is no share from 0 to 100 % with at most two decimals. */
export function readFeePercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s%]/g, ''))
  if (!match) return null
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return basisPoints <= platformLimits.feeMax ? basisPoints : null
}

/** https and a host with a dot: nothing a badge could be misused for. */
export const isStoreUrl = (stored: string) => siteError(stored) === null

const kinds: Record<PlatformSettingKey, (value: unknown) => boolean> = {
  platformFeeBasisPoints: (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= platformLimits.feeMax,
  supportAddress: isTextOrNull,
  appStoreUrl: (value) => value === null || (typeof value === 'string' && isStoreUrl(value)),
  playStoreUrl: (value) => value === null || (typeof value === 'string' && isStoreUrl(value)),
  requireSecondFactor: isBoolean,
  payerName: isTextOrNull,
  payerBic: isTextOrNull,
  achBankRouting: isTextOrNull,
  achCompanyId: isTextOrNull,
  achOriginId: isTextOrNull,
  defaultCurrency: isTextOrNull,
  showFirstSteps: isBoolean,
  backsUpElsewhere: isBoolean,
}

/** Stored values over the defaults; a value of a wrong type is ignored. */
export function readPlatformSettings(rows: readonly { key: string; value: unknown }[]): PlatformSettings {
  const stored = rows.filter(({ key, value }) => isPlatformSettingKey(key) && kinds[key](value))
  return { ...defaultPlatformSettings, ...Object.fromEntries(stored.map(({ key, value }) => [key, value])) }
}

export function changedSettings(before: PlatformSettings, after: PlatformSettings): PlatformSettingKey[] {
  return platformSettingKeys.filter((key) => before[key] !== after[key])
}

function isPlatformSettingKey(key: string): key is PlatformSettingKey {
  return platformSettingKeys.some((known) => known === key)
}
