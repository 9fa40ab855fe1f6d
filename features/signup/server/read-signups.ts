import { merchantAddressSchema } from '@quaff/features/merchants/contract'
import { referenceOf } from '@quaff/features/onboarding/rules'
import { requireVerifiedEmail } from '@quaff/features/sign-in/server'
import { authorize, type Context, type Page, refuse } from '@quaff/platform/server'
import {
  type Conversion,
  type ConversionInput,
  firstPasses,
  type ListSignupsInput,
  type SignupRecord,
  type SignupRow,
  type VenueSignup,
} from '../contract'
import { signupPermissions } from '../permissions'
import { signupRefusals } from '../refusals'
import { conversionState, purposeOf } from '../rules'
import { findConvertingAccount, findSignup, findVenueSignup, listSignupPage } from './signup-store'

/** Newest first; found by business, contact, address or reference. */
export async function listSignups(ctx: Context, input: ListSignupsInput): Promise<Page<SignupRow>> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  return listSignupPage(ctx, input)
}

export async function getSignup(ctx: Context, { signupId }: { signupId: string }): Promise<SignupRecord> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  const row = await findSignup(ctx.db, signupId)
  if (!row) throw refuse(signupRefusals, 'SIGNUP')
  const { business, applicationId, firstPass, ...shown } = row
  const answers = business ?? {}
  const text = (field: string) => (typeof answers[field] === 'string' ? answers[field] : null)
  return {
    ...shown,
    reference: referenceOf(applicationId),
    firstPass: firstPasses.find((one) => one === firstPass) ?? null,
    businessType: text('businessType'),
    description: text('description'),
    phone: text('phone'),
    website: text('website'),
    address: merchantAddressSchema.catch({}).parse(answers['address']),
  }
}

/** By the application from which the merchant was created. */
export async function getVenueSignup(
  ctx: Context,
  { merchantId }: { merchantId: string },
): Promise<VenueSignup | null> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  return (await findVenueSignup(ctx.db, merchantId)) ?? null
}

/** Returns what the holder of a proof may know about their account (G37). Opens no session. */
export async function getConversion(ctx: Context, { proof, kind }: ConversionInput): Promise<Conversion> {
  const email = await requireVerifiedEmail(ctx, ctx.db, { token: proof, purpose: purposeOf(kind) })
  const account = await findConvertingAccount(ctx.db, email)
  const state = conversionState(account)
  if (!account || state !== 'convertible') return { state, displayName: null, passes: 0, memberSince: null }
  const { displayName, subscriptionCount: passes, createdAt: memberSince } = account
  return { state, displayName, passes, memberSince }
}
