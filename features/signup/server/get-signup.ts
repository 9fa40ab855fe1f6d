import { merchantAddressSchema } from '@quaff/features/merchants/contract'
import { referenceOf } from '@quaff/features/onboarding/rules'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { firstPasses, type SignupRecord } from '../contract'
import { signupPermissions } from '../permissions'
import { signupRefusals } from '../refusals'
import { findSignup } from './signup-store'

export async function getSignup(ctx: Context, { signupId }: { signupId: string }): Promise<SignupRecord> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  const row = await findSignup(ctx.db, signupId)
  if (!row) throw refuse(signupRefusals, 'SIGNUP')
  const { business, applicationId, firstPass, ...shown } = row
  const told = business ?? {}
  const text = (field: string) => (typeof told[field] === 'string' ? told[field] : null)
  return {
    ...shown,
    reference: referenceOf(applicationId),
    firstPass: firstPasses.find((one) => one === firstPass) ?? null,
    businessType: text('businessType'),
    description: text('description'),
    phone: text('phone'),
    website: text('website'),
    address: merchantAddressSchema.catch({}).parse(told['address']),
  }
}
