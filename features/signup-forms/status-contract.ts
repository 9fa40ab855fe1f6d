export const formStatuses = ['draft', 'live', 'closed'] as const
export type FormStatus = (typeof formStatuses)[number]
