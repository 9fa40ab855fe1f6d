export const submissionStatuses = ['submitted', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]
