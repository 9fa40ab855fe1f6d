/** The eight letters of a reference in what was typed, as an id ends; null where it is none. */
export function typedReference(typed: string): string | null {
  const [, start, end] = /^#?([0-9a-z]{4})[\s-]?([0-9a-z]{4})$/i.exec(typed.trim()) ?? []
  return start && end ? `${start}${end}`.toLowerCase() : null
}

export const submissionStatuses = ['submitted', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** A new account is invited, a registration approved, a customer made an owner. */
export const approvalWays = ['invite', 'approve', 'convert'] as const
export type ApprovalWay = (typeof approvalWays)[number]
