import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import type { PlatformSettings, UpdatePlatformInput, VersionedPlatformSettings } from '../../platform/contract'
import { secondFactorAvailable } from '../../platform/contract'
import { feePercentText, isStoreUrl, readFeePercent } from '../../platform/rules'

export interface PlatformValues {
  feePercent: string
  supportAddress: string
  appStoreUrl: string
  playStoreUrl: string
  requireSecondFactor: boolean
}

export function valuesOf(settings: PlatformSettings): PlatformValues {
  return {
    feePercent: feePercentText(settings.platformFeeBasisPoints),
    supportAddress: settings.supportAddress ?? '',
    appStoreUrl: settings.appStoreUrl ?? '',
    playStoreUrl: settings.playStoreUrl ?? '',
    requireSecondFactor: settings.requireSecondFactor,
  }
}

export const platformMergeWords: MergeWords<PlatformValues> = {
  labels: {
    feePercent: 'Platform fee',
    supportAddress: 'Support address',
    appStoreUrl: 'App Store address',
    playStoreUrl: 'Google Play address',
    requireSecondFactor: 'Require a second factor for administrators',
  },
  show: { 'Platform fee': ({ feePercent }) => `${feePercent} %` },
}

const storeUrlFault = (typed: string) =>
  typed.trim() === '' || isStoreUrl(typed.trim())
    ? null
    : 'Enter the whole address, starting with https://, or nothing.'

export const platformChecks = {
  feePercent: (typed: string) =>
    readFeePercent(typed) === null ? 'Enter a share from 0 to 100, with at most two decimals.' : null,
  supportAddress: (typed: string) =>
    typed.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? null : 'Invalid email address',
  appStoreUrl: storeUrlFault,
  playStoreUrl: storeUrlFault,
}

/** After the checks: the fee can be read. */
export function inputOf(values: PlatformValues, { version }: VersionedPlatformSettings): UpdatePlatformInput {
  const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())
  return {
    version,
    platformFeeBasisPoints: readFeePercent(values.feePercent) ?? 0,
    supportAddress: orNull(values.supportAddress),
    appStoreUrl: orNull(values.appStoreUrl),
    playStoreUrl: orNull(values.playStoreUrl),
    ...(secondFactorAvailable ? { requireSecondFactor: values.requireSecondFactor } : {}),
  }
}
