import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as affiliates from '@quaff/features/affiliates/contract'
import * as apiKeys from '@quaff/features/api-keys/contract'
import * as locations from '@quaff/features/locations/contract'
import * as merchants from '@quaff/features/merchants/contract'
import * as onboarding from '@quaff/features/onboarding/contract'
import * as payouts from '@quaff/features/payouts/progress/contract'
import * as plans from '@quaff/features/plans/contract'
import * as redemptions from '@quaff/features/redemptions/usage-contract'
import * as refunds from '@quaff/features/refunds/contract'
import * as settings from '@quaff/features/settings/platform-contract'
import * as signIn from '@quaff/features/sign-in/contract'
import * as mailbox from '@quaff/features/sign-in/email-verification-contract'
import * as passkeys from '@quaff/features/sign-in/passkeys/contract'
import * as signupForms from '@quaff/features/signup-forms/contract'
import * as signup from '@quaff/features/signup/contract'
import * as ending from '@quaff/features/subscriptions/ending-contract'
import * as access from '@quaff/features/users/access-contract'
import * as users from '@quaff/features/users/contract'
import * as waitlists from '@quaff/features/waitlists/contract'
import * as joining from '@quaff/features/waitlists/join-contract'
import * as webhooks from '@quaff/features/webhooks/contract'
import {
  addressFields,
  errorOf,
  type FormField,
  type FormFields,
  type TypedField,
} from '@quaff/platform/shared/fields/form-fields'

type Shape = Readonly<Record<string, z.ZodType>>
const { planChangesSchema, allowanceSchema, planPriceInput } = plans
const { business } = onboarding.saveBusinessInput.shape
const { business: applied, contactName } = signup.submitSignupInput.shape
const application = { ...applied.shape, ...applied.shape.address.shape, contactName }

/** Each declared form with what the server takes of it; a form that is missing here fails below. */
const forms: Record<string, [FormFields, Shape]> = {
  'an affiliate link': [affiliates.linkFields, affiliates.createLinkInput.shape],
  'an endpoint': [webhooks.endpointFields, webhooks.createEndpointInput.shape],
  'a key': [apiKeys.keyFields, apiKeys.createKeyInput.shape],
  'a location': [
    { ...locations.locationFields, ...addressFields },
    {
      ...locations.locationFieldsSchema.shape,
      ...locations.locationAddressSchema.shape,
      name: locations.createLocationInput.shape.name,
      radius: locations.locationFieldsSchema.shape.geofenceRadiusMeters,
    },
  ],
  'a merchant': [merchants.merchantFields, merchants.merchantProfileSchema.shape],
  'an address': [addressFields, merchants.merchantAddressSchema.shape],
  'a business profile': [onboarding.businessFields, { ...business.shape, ...business.shape.address.shape }],
  'a plan': [plans.planFields, { ...planChangesSchema.shape, drinks: allowanceSchema.shape.drinks }],
  'platform settings': [settings.platformFields, settings.updatePlatformInput.shape],
  'a sign-in': [signIn.signInFields, signIn.passwordSignInInput.shape],
  'an activation': [signIn.accountFields, signIn.setupUserAccountInput.shape],
  'a new password': [signIn.newPasswordFields, signIn.resetPasswordInput.shape],
  'a sign-up form': [signupForms.buildingFields, signupForms.saveFormInput.shape],
  'step one of an application': [signup.businessFields, application],
  'step two of an application': [signup.counterFields, application],
  'a profile': [users.profileFields, users.updateProfileInput.shape],
  'a passkey': [passkeys.passkeyFields, passkeys.renamePasskeyInput.shape],
  'a person': [access.personFields, access.updatePersonInput.shape],
  'an invitation': [users.inviteFields, users.inviteUserInput.shape],
  'a waitlist': [waitlists.waitlistFields, waitlists.createWaitlistInput.shape],
  'a place on a waitlist': [joining.joinFields, { ...joining.joinInput.shape, ...mailbox.requestCodeInput.shape }],
}
const single: Record<string, [FormField, z.ZodType]> = {
  'how often a price is charged': [plans.everyField, planPriceInput.shape.intervalCount],
  'a mailed code': [mailbox.codeField, mailbox.checkCodeInput.shape.code],
  'a mailed code at sign-in': [signIn.codeField, signIn.reauthenticateInput.options[1].shape.code],
  'a known password': [signIn.knownPasswordField, signIn.reauthenticateInput.options[0].shape.password],
  'why a merchant is declined': [merchants.reasonField, merchants.reasonedInput.shape.reason],
  'what a merchant shall change': [merchants.requestNoteField, merchants.requestChangesInput.shape.note],
  'notes of an approval': [merchants.approvalNoteField, merchants.approvalNotesSchema],
  'why a payment failed': [payouts.failureField, payouts.failPayoutInput.shape.reason],
  'why a payout is adjusted': [payouts.adjustmentField, payouts.addAdjustmentInput.shape.reason],
  'why a late charge refunded': [refunds.refundReasonField, refunds.recordRefundInput.shape.reason],
  'why a drink is voided': [redemptions.voidReasonField, redemptions.voidRedemptionInput.shape.reason],
  'why a subscription ends': [ending.endingReasonField, ending.cancelSubscriptionInput.shape.reason],
  'why an application is declined': [signup.rejectionField, signup.rejectSignupInput.shape.reason],
  'why a submission is declined': [signup.rejectionField, signupForms.rejectSubmissionInput.shape.reason],
  'why a person is suspended': [access.noteField, access.changeStatusInput.shape.reason],
  'a corrected address': [access.correctionField, access.correctEmailInput.shape.email],
}
/** Fields that the console knows and the server's schema does not: the kind of list, and how a link was followed. */
const ofTheConsole: readonly FormField[] = [
  access.rejectionField,
  signIn.confirmationField,
  signIn.linkEmailField,
  waitlists.cityField,
]

const cases = [
  ...Object.entries(forms).flatMap(([form, [fields, shape]]) =>
    Object.entries(fields).map(([name, field]) => ({ name: `${name} of ${form}`, field, schema: shape[name] })),
  ),
  ...Object.entries(single).map(([name, [field, schema]]) => ({ name, field, schema })),
]

const pads = { email: '@quaff.test', website: 'https://quaff.test/' }
/** Returns the longest allowed value. */
function longest({ kind, max, wrong }: TypedField): string {
  const candidates = [
    'a'.repeat(max),
    'A'.repeat(max),
    `${'a'.repeat(Math.max(0, max - pads.email.length))}${pads.email}`,
    '021000021'.padEnd(max, '0').slice(0, max),
    pads.website.padEnd(max, 'x'),
    `${'1 '.repeat(max / 2 - 1)}11`,
    '123456',
  ]
  return candidates.find((typed) => wrong(typed) === null) ?? `no example of a ${kind}`
}
function examplesOf(field: FormField): { inside: (string | number)[]; outside: (string | number)[] } {
  if (field.kind === 'whole') return { inside: [field.min, field.max], outside: [field.min - 1, field.max + 1, 1.5] }
  const most = longest(field)
  const shapeless = field.wrong('!') === null ? [] : ['!']
  return { inside: [most], outside: [`${most}${most.at(-1)}`, ...shapeless, ...(field.missing ? [''] : [])] }
}

describe('each field of each form', () => {
  it.each(cases)('says at the server what the form says: $name', ({ field, schema }) => {
    const wordsOf = (typed: string | number) => schema?.safeParse(typed).error?.issues[0]?.message ?? null
    const { inside, outside } = examplesOf(field)
    for (const typed of inside) expect([typed, errorOf(field, typed), wordsOf(typed)]).toEqual([typed, null, null])
    for (const typed of outside) {
      expect(errorOf(field, typed), String(typed)).toMatch(/\w/)
      expect([typed, wordsOf(typed)]).toEqual([typed, errorOf(field, typed)])
    }
  })

  it('is compared with the server', () => {
    const modules = import.meta.glob<Record<string, unknown>>(
      ['../../../features/**/{contract,*-contract}.ts', '../../../features/signup-forms/rules.ts'],
      { eager: true },
    )
    const declared = Object.values(modules).flatMap((module) => Object.entries(module))
    const compared = new Set<unknown>([...cases.map(({ field }) => field), ...ofTheConsole])
    const missed = declared.filter(([, value]) => fieldsIn(value).some((field) => !compared.has(field)))
    expect(declared.flatMap(([, value]) => fieldsIn(value)).length).toBeGreaterThan(50)
    expect(missed.map(([name]) => name)).toEqual([])
  })
})

describe('a field that looks secret', () => {
  const looksSecret = /password|secret|token|account|iban|routing|tax.?id|companyId|mailed code/i
  const named = [
    ...Object.entries(forms).flatMap(([form, [fields]]) =>
      Object.entries(fields).map(([name, field]) => ({ name, field, words: `${name} of ${form}` })),
    ),
    ...Object.entries(single).map(([name, [field]]) => ({ name, field, words: name })),
  ]
  it.each(named.filter(({ name, field }) => looksSecret.test(name) || field.kind === 'secret'))(
    'is declared so: $words',
    ({ field }) => expect(field).toHaveProperty('isSecret', true),
  )
})

const isField = (value: unknown): value is FormField =>
  typeof value === 'object' && value !== null && 'kind' in value && 'missing' in value && 'wrong' in value
function fieldsIn(value: unknown): FormField[] {
  if (isField(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isField) : []
}
