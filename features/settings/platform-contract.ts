import { z } from 'zod'
import { failsRoutingChecksum, normalizeNumber } from '@quaff/features/banking/rules'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { email, line, optional, secret, website, word } from '@quaff/platform/shared/fields/form-fields'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { route } from '@quaff/platform/shared/procedure'

/** Target of platform settings in the audit log and live events. */
export const platformSettingsId = 'platform'

export const platformSettingKeys = [
  'platformFeeBasisPoints',
  'supportAddress',
  'appStoreUrl',
  'playStoreUrl',
  'requireSecondFactor',
  'payerName',
  'payerBic',
  'achBankRouting',
  'achCompanyId',
  'achOriginId',
  'defaultCurrency',
  'showFirstSteps',
  'backsUpElsewhere',
] as const
export type PlatformSettingKey = (typeof platformSettingKeys)[number]

/** A basis point is a hundredth of a percent. */
export const platformLimits = { feeMax: 10_000 } as const

/** True if second factors are configured; otherwise the console does not offer to require them. */
export const secondFactorAvailable: boolean = true

export const platformSettingsSchema = z.object({
  /** Share of every subscription charge, in basis points. */
  platformFeeBasisPoints: z.int().min(0).max(platformLimits.feeMax),
  /** Null: not set. */
  supportAddress: z.string().nullable(),
  /** Null: the badge leads nowhere. */
  appStoreUrl: z.string().nullable(),
  playStoreUrl: z.string().nullable(),
  /** Administrators must have a second factor. */
  requireSecondFactor: z.boolean(),
  /** The payer in bank files; null until an administrator enters it. */
  payerName: z.string().nullable(),
  payerBic: z.string().nullable(),
  achBankRouting: z.string().nullable(),
  achCompanyId: z.string().nullable(),
  /** Null: the bank takes the company ID as origin. */
  achOriginId: z.string().nullable(),
  /** Starts the first plan of a merchant; null until an administrator chooses it, and equals `usd` then. */
  defaultCurrency: z.string().nullable(),
  /** On the administrators' dashboard, until every step is done. */
  showFirstSteps: z.boolean(),
  /** Backups that this server cannot see. */
  backsUpElsewhere: z.boolean(),
})
export type PlatformSettings = z.infer<typeof platformSettingsSchema>

export const versionedPlatformSettingsSchema = platformSettingsSchema.extend({
  /** Set by PLATFORM_TIME_ZONE. */
  timeZone: z.string(),
  /** Grows with every change; 0 before the first. */
  version: z.int(),
  updatedAt: z.date().nullable(),
  /** Name or email of the last editor; null if unknown. */
  updatedBy: z.string().nullable(),
})
export type VersionedPlatformSettings = z.infer<typeof versionedPlatformSettingsSchema>

export const publicSettingsSchema = platformSettingsSchema.pick({
  supportAddress: true,
  appStoreUrl: true,
  playStoreUrl: true,
})
export type PublicSettings = z.infer<typeof publicSettingsSchema>

const routingText = 'Enter your bank’s nine-digit routing number.'
const bankWord = (max: number, message: string, shape: RegExp) =>
  optional(word({ max, shape, message, read: normalizeNumber }))

export const payerFields = {
  payerName: line({ max: 70 }),
  payerBic: bankWord(
    11,
    'Enter 8 or 11 letters and digits, such as COBADEFFXXX.',
    /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  ),
  achBankRouting: secret({
    ...bankWord(9, routingText, /^\d{9}$/),
    wrong: (stored: string) => (/^\d{9}$/.test(stored) && !failsRoutingChecksum(stored) ? null : routingText),
  }),
  achCompanyId: secret(bankWord(10, 'Enter up to 10 letters and digits.', /^[A-Z0-9]{1,10}$/)),
  achOriginId: bankWord(10, 'Enter up to 10 letters and digits.', /^[A-Z0-9]{1,10}$/),
}

export const platformFields = {
  supportAddress: optional(email()),
  appStoreUrl: website(),
  playStoreUrl: website(),
  ...payerFields,
}

/** Null, like blank text, takes an address out. */
export const updatePlatformInput = z.strictObject({
  version: z.int().min(0),
  platformFeeBasisPoints: platformSettingsSchema.shape.platformFeeBasisPoints,
  supportAddress: formSchema(platformFields.supportAddress).nullable(),
  appStoreUrl: formSchema(platformFields.appStoreUrl).nullable(),
  playStoreUrl: formSchema(platformFields.playStoreUrl).nullable(),
  /** If absent, the setting is unchanged. */
  requireSecondFactor: z.boolean().optional(),
  payerName: formSchema(platformFields.payerName).nullable().optional(),
  payerBic: formSchema(platformFields.payerBic).nullable().optional(),
  achBankRouting: formSchema(platformFields.achBankRouting).nullable().optional(),
  achCompanyId: formSchema(platformFields.achCompanyId).nullable().optional(),
  achOriginId: formSchema(platformFields.achOriginId).nullable().optional(),
  defaultCurrency: z
    .string()
    .refine((code) => currencyCodes.includes(code), 'Choose a currency')
    .nullable()
    .optional(),
  showFirstSteps: z.boolean().optional(),
  backsUpElsewhere: z.boolean().optional(),
})
export type UpdatePlatformInput = z.infer<typeof updatePlatformInput>

const get = route('GET', 'Settings')
const put = route('PUT', 'Settings')

export const platformContract = {
  platform: get('/settings/platform', 'Platform settings').output(versionedPlatformSettingsSchema),
  /** Settings that public pages show, without sign-in. */
  public: get('/settings/public', 'Support email and app store URLs').output(publicSettingsSchema),
  /** Refuses with STALE_VERSION. */
  updatePlatform: put('/settings/platform', 'Update platform settings')
    .input(updatePlatformInput)
    .output(versionedPlatformSettingsSchema),
}
