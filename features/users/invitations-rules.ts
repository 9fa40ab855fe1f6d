import { adminRole } from '@quaff/platform/shared/product'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { accessLimits } from './access-contract'
import type { InvitationStep, InvitationTimeline, StuckReason } from './invitations-contract'
import type { merchantInvitationRefusals } from './refusals'
import { isMerchantRole } from './rules'

export type InvitationDetails = {
  createdAt: Date
  used: boolean
  usedAt: Date | null
  requiresPasswordSetup: boolean
  hasPassword: boolean
  /** The email of this invitation; null if none was created. */
  mail: { sentAt: Date | null; hasFailed: boolean; attempts: number } | null
  /** The newest link; null once it was cleared away, a day after its end. */
  link: { expiresAt: Date; openedAt: Date | null } | null
}

type Steps = InvitationTimeline['steps']

/** Sent → opened → used → password set. A later step that happened proves the earlier ones. */
export function invitationTimeline(details: InvitationDetails, now: Date): InvitationTimeline {
  const { used, usedAt, mail, link, hasPassword } = details
  const openedAt = link?.openedAt ?? null
  const isSent = mail === null || mail.sentAt !== null || used || openedAt !== null
  const steps: Steps = [
    { step: 'sent', isDone: isSent, at: isSent ? (mail?.sentAt ?? details.createdAt) : null },
    { step: 'opened', isDone: used || openedAt !== null, at: openedAt },
    { step: 'used', isDone: used, at: usedAt },
    { step: 'passwordSet', isDone: used && (hasPassword || !details.requiresPasswordSetup), at: null },
  ]
  const stuckAt = steps.find((one) => !one.isDone)?.step ?? null
  return {
    steps,
    mail: mailState(details),
    expiresAt: used ? null : (link?.expiresAt ?? null),
    stuckAt,
    stuckReason: stuckAt && reasonOf(stuckAt, details, now),
  }
}

function mailState({ mail, used }: InvitationDetails) {
  if (!mail) return null
  if (mail.sentAt || used) return 'sent'
  return mail.hasFailed ? 'failed' : 'queued'
}

function reasonOf(step: InvitationStep, details: InvitationDetails, now: Date) {
  const { mail, link } = details
  if (step === 'passwordSet') return 'NO_PASSWORD'
  if (!link || link.expiresAt.getTime() <= now.getTime()) return 'EXPIRED'
  if (step === 'opened') return 'NOT_OPENED'
  if (step === 'used') return 'NOT_ACCEPTED'
  if (mail?.hasFailed) return 'MAIL_FAILED'
  return mail && mail.attempts > 0 ? 'MAIL_RETRIED' : 'MAIL_QUEUED'
}

export const stuckMessages = {
  MAIL_QUEUED: 'The email is waiting to be sent.',
  MAIL_RETRIED: 'The email wasn’t delivered yet. We’ll retry.',
  MAIL_FAILED: 'The email bounced. Correct the address or resend the invitation.',
  NOT_OPENED: 'The email was sent, but the link wasn’t opened yet. Ask them to check their spam folder.',
  NOT_ACCEPTED: 'The link was opened, but the invitation isn’t accepted yet.',
  EXPIRED: 'The link has expired. Resend the invitation.',
  NO_PASSWORD: 'Accepted, but no password was set. Send a sign-in link or a password reset.',
} as const satisfies Record<StuckReason, string>

export type JoiningPerson = {
  role: string
  merchantIds: readonly string[]
  ownsMerchant: boolean
  hasApplication: boolean
}

/**
 * Decides whether a person with a console account may accept. An account has one role: an invitation never changes what
 * its holder may do at another merchant.
 */
export function decideJoin(
  person: JoiningPerson,
  invited: { role: string; merchantIds: readonly string[] },
): Verdict<ReasonIn<typeof merchantInvitationRefusals>> {
  const { role, merchantIds, ownsMerchant, hasApplication } = person
  if (role === adminRole) return { ok: false, reason: 'SEES_ALL' }
  const worksElsewhere = merchantIds.length > 0 || ownsMerchant || hasApplication
  if (!isMerchantRole(role) || (role !== invited.role && worksElsewhere)) return { ok: false, reason: 'OTHER_ROLE' }
  const all = new Set([...merchantIds, ...invited.merchantIds])
  if (all.size > accessLimits.merchantsPerUser) return { ok: false, reason: 'TOO_MANY' }
  return { ok: true }
}
