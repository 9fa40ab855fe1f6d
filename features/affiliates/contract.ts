export const linkDestinations = ['home', 'partner_signup', 'merchant'] as const
export type LinkDestination = (typeof linkDestinations)[number]
export const linkStatuses = ['active', 'archived'] as const
export type LinkStatus = (typeof linkStatuses)[number]
