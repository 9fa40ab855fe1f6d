export const submissionStatuses = ['submitted', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** A new account is invited, a registration approved, a customer made an owner. */
export const approvalWays = ['invite', 'approve', 'convert'] as const
export type ApprovalWay = (typeof approvalWays)[number]
