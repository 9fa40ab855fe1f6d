import {
  checkCode,
  consumeSecret,
  findToken,
  issueSecret,
  replaceSecret,
} from '@quaff/features/one-time-secrets/server'
import {
  type Context,
  inTransaction,
  isWithinLimit,
  type Queryable,
  queueMail,
  refuse,
  takeFromLimit,
} from '@quaff/platform/server'
import {
  type CheckCodeInput,
  emailVerificationLimits,
  type EmailVerificationPurpose,
  type RequestCodeInput,
} from '../email-verification-contract'
import { mailboxOf } from '../email-verification-rules'
import { emailVerificationRefusals } from '../refusals'
import { emailCodeMail } from './sign-in-emails'

/**
 * Sends six digits to any address. Refuses a network with too many requests. An address at its hourly limit gets no
 * email but the same response, so that other requests are not revealed.
 */
export async function sendEmailCode(ctx: Context, input: RequestCodeInput): Promise<{ success: true }> {
  await takeFromLimit(ctx, 'mailboxCodePerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  if (!(await isWithinLimit(ctx, 'mailboxCodePerAddress', ctx.secrets.hash(mailboxOf(input.email)))))
    return { success: true }
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    await replaceSecret(ctx, tx, {
      purpose: `mailbox:${input.purpose}`,
      secret: code,
      boundTo: [input.email],
      subject: input.email,
      lifetimeMs: emailVerificationLimits.codeMs,
    })
    await queueMail(ctx, tx, { to: input.email, ...emailCodeMail(input.purpose, code) })
  })
  return { success: true }
}

/** Issues one proof for each code. Every error refuses with BAD_REQUEST, reason CODE. */
export async function checkEmailCode(ctx: Context, input: CheckCodeInput): Promise<{ token: string; expiresAt: Date }> {
  await takeFromLimit(ctx, 'mailboxCheckPerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  const { email, purpose } = input
  const codes = {
    holder: { subject: email },
    purpose: `mailbox:${purpose}`,
    attempts: emailVerificationLimits.codeTries,
  } as const
  const open = await checkCode(ctx, codes, { code: input.code, boundTo: [email] })
  if (!open) throw refuse(emailVerificationRefusals, 'CODE')
  const token = ctx.secrets.newToken()
  const proof = {
    purpose: `proof:${purpose}`,
    secret: token,
    subject: email,
    lifetimeMs: emailVerificationLimits.proofMs,
  } as const
  const { expiresAt } = await inTransaction(ctx, async (tx) => {
    if (!(await consumeSecret(tx, open.id, ctx.clock.now()))) throw refuse(emailVerificationRefusals, 'CODE')
    return issueSecret(ctx, tx, proof)
  })
  return { token, expiresAt }
}

type Proof = { token: string; purpose: EmailVerificationPurpose }

/** The address that the bearer of `token` has proved within the last hour; null without one. */
export async function findProvenMailbox(
  ctx: Context,
  db: Queryable,
  { token, purpose }: Proof,
): Promise<string | null> {
  return (await findToken(ctx, db, { token, purposes: [`proof:${purpose}`] }))?.subject ?? null
}

/**
 * Returns the address that the holder of `token` verified within the last hour. A failed form may reuse the proof;
 * refuses with UNAUTHORIZED, reason PROOF.
 */
export async function requireVerifiedEmail(ctx: Context, db: Queryable, proof: Proof): Promise<string> {
  const email = await findProvenMailbox(ctx, db, proof)
  if (email === null) throw refuse(emailVerificationRefusals, 'PROOF')
  return email
}
