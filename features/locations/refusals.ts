import type { Refusals } from '@quaff/platform/shared/refusal'

const redeemedLately = (count: number) =>
  `${count === 1 ? 'A pass was' : `${count.toLocaleString('en')} passes were`} redeemed here in the last 30 days. Type the location’s name to delete it anyway.`
const locked = (state: string) =>
  `This merchant is ${state}, so you can’t change its locations. Ask an administrator to restore it.`
const mostLocations = (most: number) =>
  most === 1
    ? 'Turn on multiple locations in Venue settings to add another.'
    : `A merchant has at most ${most.toLocaleString('en')} locations.`

export const locationRefusals = {
  LOCATION: { code: 'NOT_FOUND', text: 'Location not found, or you don’t have access.' },
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name.', field: 'name' },
  FIELD: { code: 'BAD_REQUEST', text: (error: string) => `${error}.` },
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  LOCATION_LIMIT: { code: 'CONFLICT', text: mostLocations },
  REDEEMED_LATELY: { code: 'CONFLICT', text: redeemedLately, field: 'confirmName' },
} as const satisfies Refusals
