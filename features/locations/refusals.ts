import type { Refusals } from '@quaff/platform/shared/refusal'

const redeemedToday = (today: number) =>
  `${today === 1 ? 'A pass was' : `${today} passes were`} redeemed here today. Type the name of the location to delete it anyway.`
const locked = (state: string) =>
  `This merchant is ${state}: its locations cannot be changed until an administrator restores it.`
const mostLocations = (most: number) =>
  most === 1
    ? 'This merchant has one location only. Allow several locations in its settings to add another.'
    : `A merchant has at most ${most.toLocaleString('en')} locations.`

export const locationRefusals = {
  LOCATION: { code: 'NOT_FOUND', text: 'This location does not exist or is not yours.' },
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name.', field: 'name' },
  FIELD: { code: 'BAD_REQUEST', text: (fault: string) => `${fault}.` },
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  LOCATION_LIMIT: { code: 'CONFLICT', text: mostLocations },
  REDEEMED_TODAY: { code: 'CONFLICT', text: redeemedToday, field: 'confirmName' },
} as const satisfies Refusals
