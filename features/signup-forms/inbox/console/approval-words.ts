import type { ApprovalWay, SubmissionRecord } from '../contract'

const filledIn = 'using these answers'

const outcomes = {
  invite: (email) => `We’ll invite ${email} as the owner of a new merchant, ${filledIn}.`,
  approve: (email) => `This approves the registration of ${email} as the owner of a new merchant, ${filledIn}.`,
  convert: (email) => `The customer ${email} becomes the owner of a new merchant right away, ${filledIn}.`,
} as const satisfies Record<ApprovalWay, (email: string) => string>

const unprovedOutcomes = {
  invite: 'This email isn’t verified. The invitation is the first message they’ll get.',
  approve: 'This email wasn’t verified with this form. Anyone could have entered it.',
  convert: 'This email wasn’t verified with this form. Anyone could have entered it.',
} as const satisfies Record<ApprovalWay, string>

/** What approving does, and to whom it may happen who never asked. */
export function approvalWords({
  email,
  isProved,
  approval,
}: Pick<SubmissionRecord, 'email' | 'isProved' | 'approval'>): string {
  const way = approval ?? 'invite'
  return isProved ? outcomes[way](email) : `${outcomes[way](email)} ${unprovedOutcomes[way]}`
}
