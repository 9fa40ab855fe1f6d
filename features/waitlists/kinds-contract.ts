export const waitlistKinds = ['consumer', 'merchant', 'city'] as const
export type WaitlistKind = (typeof waitlistKinds)[number]
