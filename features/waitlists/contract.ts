export const waitlistKinds = ['consumer', 'merchant', 'city'] as const
export type WaitlistKind = (typeof waitlistKinds)[number]
export const entryStatuses = ['waiting', 'shortlisted', 'invited', 'joined', 'removed'] as const
export type EntryStatus = (typeof entryStatuses)[number]
