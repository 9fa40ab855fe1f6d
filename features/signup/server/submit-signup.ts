import { referenceOf } from '@quaff/features/onboarding/rules'
import { passGate, requireVerifiedEmail } from '@quaff/features/sign-in/server'
import { openApplication, registerVenue } from '@quaff/features/users/server'
import { type Context, inTransaction, lockWord, queueMail, type Transaction } from '@quaff/platform/server'
import type { SignupReceipt, SubmitSignupInput } from '../contract'
import { applicationBusiness, conversionState, purposeOf, signupFormKey } from '../rules'
import { signupReceivedMail } from './signup-emails'
import { findConvertingAccount, findSignupByKey, insertSignup, type StoredSignup } from './signup-store'

/**
 * One application per request key: a repetition returns the first result. Only a verified address learns that it has
 * an account. Refuses without a proof, and like all public forms.
 */
export async function submitSignup(ctx: Context, input: SubmitSignupInput): Promise<SignupReceipt> {
  const keyHash = ctx.secrets.hash(`signup:${input.requestKey}`)
  const earlier = await findSignupByKey(ctx.db, keyHash)
  const email = await requireVerifiedEmail(ctx, ctx.db, { token: input.proof, purpose: purposeOf(input.kind) })
  if (earlier) return receiptFor(email, earlier)
  if (!(await passGate(ctx, signupFormKey, input))) return closed('submitted')
  return inTransaction(ctx, async (tx) => {
    await lockWord(tx, keyHash)
    const inTheMeantime = await findSignupByKey(tx, keyHash)
    if (inTheMeantime) return receiptFor(email, inTheMeantime)
    return apply(ctx, tx, { ...input, keyHash, email })
  })
}

type Applicant = SubmitSignupInput & { keyHash: string; email: string }

async function apply(ctx: Context, tx: Transaction, applicant: Applicant) {
  const account = await (applicant.kind === 'convert' ? convert : register)(ctx, tx, applicant)
  if (typeof account === 'string') return closed(account)
  const signup = await insertSignup(tx, {
    id: ctx.ids.newId('sgn'),
    keyHash: applicant.keyHash,
    kind: applicant.kind,
    email: applicant.email,
    contactName: applicant.contactName,
    businessName: applicant.business.name,
    firstPass: applicant.firstPass ?? null,
    ...account,
    affiliateCode: applicant.affiliateCode || null,
    termsVersion: applicant.termsVersion,
    createdAt: ctx.clock.now(),
  })
  const reference = referenceOf(signup.applicationId)
  await queueMail(ctx, tx, { to: applicant.email, ...signupReceivedMail(applicant.business.name, reference) })
  return receiptOf(signup)
}

type Account = { userId: string; applicationId: string }

async function register(
  ctx: Context,
  tx: Transaction,
  applicant: Applicant,
): Promise<Account | 'existing' | 'pending'> {
  const account = await registerVenue(ctx, tx, {
    email: applicant.email,
    displayName: applicant.contactName,
    phoneNumber: applicant.business.phone,
    venueName: applicant.business.name,
    business: applicationBusiness(applicant.email, applicant),
  })
  if (account) return account
  const existing = await findConvertingAccount(tx, applicant.email)
  return existing && conversionState(existing) === 'pending' ? 'pending' : 'existing'
}

async function convert(ctx: Context, tx: Transaction, applicant: Applicant): Promise<Account | 'existing' | 'pending'> {
  const existing = await findConvertingAccount(tx, applicant.email, { locked: true })
  const state = conversionState(existing)
  if (!existing || state !== 'convertible') return state === 'pending' ? 'pending' : 'existing'
  const applicationId = await openApplication(ctx, tx, existing.id, {
    venueName: applicant.business.name,
    email: applicant.email,
    business: applicationBusiness(applicant.email, applicant),
  })
  return { userId: existing.id, applicationId }
}

/** A key of another address reveals nothing. */
const receiptFor = (email: string, earlier: StoredSignup) =>
  earlier.email === email ? receiptOf(earlier) : closed('existing')

function receiptOf({ applicationId, businessName, createdAt }: StoredSignup): SignupReceipt {
  return { outcome: 'submitted', reference: referenceOf(applicationId), businessName, submittedAt: createdAt }
}

/** Bots whose request was dropped get the same response. */
const closed = (outcome: SignupReceipt['outcome']): SignupReceipt => ({
  outcome,
  reference: null,
  businessName: null,
  submittedAt: null,
})
