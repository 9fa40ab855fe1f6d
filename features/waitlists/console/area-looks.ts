import { IconCircleCheck, IconMapPinOff, IconMapPins } from '@tabler/icons-react'
import type { Look } from '@quaff/platform/console/display/status-pill'
import type { Coverage, DemandArea } from '../demand-contract'

export const coverageLooks = {
  covered: { label: 'Covered', tone: 'ok', icon: IconCircleCheck },
  nearby: { label: 'Only in the city', tone: 'info', icon: IconMapPins },
  none: { label: 'Not covered', tone: 'danger', icon: IconMapPinOff },
} as const satisfies Record<Coverage, Look>

type Area = Pick<DemandArea, 'city' | 'postalCode'>

export const areaId = ({ city, postalCode }: Area) => JSON.stringify([city, postalCode])
export const areaName = ({ city, postalCode }: Area) => [city, postalCode].filter(Boolean).join(' ') || 'No area'

/** Everybody of exactly this area, who was invited or joined too. */
export function areaAddress(list: string, { city, postalCode }: Area): string {
  const search = new URLSearchParams({ list, city: asText(city), postalCode: asText(postalCode) })
  return `/waitlists?${search.toString()}`
}

/** The router reads what looks like a value as one: a postal code "1e5" must stay what it is. */
const asText = (text: string) => (/^(?:["{[\d-]|true$|false$|null$)/.test(text) ? JSON.stringify(text) : text)

/** Where somebody could win a venue: people wait, and it is known where. */
export const needsVenue = ({ city, coverage }: DemandArea) => city !== '' && coverage !== 'covered'
