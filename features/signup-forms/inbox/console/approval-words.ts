import type { ApprovalWay, SubmissionRecord } from '../contract'

const filledIn = 'with an application filled in from the answers'

const outcomes = {
  invite: (email) => `${email} is invited as the owner of a new venue, ${filledIn}.`,
  approve: (email) => `The registration of ${email} is approved, as the owner of a new venue, ${filledIn}.`,
  convert: (email) => `The customer ${email} becomes the owner of a new venue at once, ${filledIn}.`,
} as const satisfies Record<ApprovalWay, (email: string) => string>

const unprovedOutcomes = {
  invite: 'The address is not confirmed: anybody may have typed it. The invitation is the first mail that it gets.',
  approve: 'The address was not confirmed with this form: anybody may have typed it.',
  convert: 'The address was not confirmed with this form: anybody may have typed it.',
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
