import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { faultsOf, siteAddress } from '@quaff/platform/shared/fields/form-fields'
import type { PlatformSettings, UpdatePlatformInput, VersionedPlatformSettings } from '../platform/contract'
import { platformFields, secondFactorAvailable } from '../platform/contract'
import { feePercentText, readFeePercent } from '../platform/rules'

export interface PlatformValues {
  feePercent: string
  supportAddress: string
  appStoreUrl: string
  playStoreUrl: string
  requireSecondFactor: boolean
  payerName: string
  payerBic: string
  achBankRouting: string
  achCompanyId: string
  achOriginId: string
}

export function valuesOf(settings: PlatformSettings): PlatformValues {
  return {
    feePercent: feePercentText(settings.platformFeeBasisPoints),
    supportAddress: settings.supportAddress ?? '',
    appStoreUrl: settings.appStoreUrl ?? '',
    playStoreUrl: settings.playStoreUrl ?? '',
    requireSecondFactor: settings.requireSecondFactor,
    payerName: settings.payerName ?? '',
    payerBic: settings.payerBic ?? '',
    achBankRouting: settings.achBankRouting ?? '',
    achCompanyId: settings.achCompanyId ?? '',
    achOriginId: settings.achOriginId ?? '',
  }
}

export const platformMergeWords: MergeWords<PlatformValues> = {
  labels: {
    feePercent: 'Platform fee',
    supportAddress: 'Support email',
    appStoreUrl: 'App Store URL',
    playStoreUrl: 'Google Play URL',
    requireSecondFactor: 'Require two-factor authentication for administrators',
    payerName: 'Company name',
    payerBic: 'Your bank’s BIC',
    achBankRouting: 'Your bank’s routing number',
    achCompanyId: 'ACH company ID',
    achOriginId: 'ACH immediate origin',
  },
  show: { 'Platform fee': ({ feePercent }) => `${feePercent}%` },
}

export const platformFaults = ({ feePercent, ...values }: PlatformValues) => ({
  ...(readFeePercent(feePercent) === null && { feePercent: 'Enter a percentage between 0 and 100.' }),
  ...faultsOf(platformFields, values),
})

/** After the checks: the fee can be read. */
export function inputOf(values: PlatformValues, { version }: VersionedPlatformSettings): UpdatePlatformInput {
  return {
    version,
    platformFeeBasisPoints: readFeePercent(values.feePercent) ?? 0,
    supportAddress: values.supportAddress.trim() || null,
    appStoreUrl: siteAddress(values.appStoreUrl) || null,
    playStoreUrl: siteAddress(values.playStoreUrl) || null,
    payerName: platformFields.payerName.read(values.payerName) || null,
    payerBic: platformFields.payerBic.read(values.payerBic) || null,
    achBankRouting: platformFields.achBankRouting.read(values.achBankRouting) || null,
    achCompanyId: platformFields.achCompanyId.read(values.achCompanyId) || null,
    achOriginId: platformFields.achOriginId.read(values.achOriginId) || null,
    ...(secondFactorAvailable ? { requireSecondFactor: values.requireSecondFactor } : {}),
  }
}
