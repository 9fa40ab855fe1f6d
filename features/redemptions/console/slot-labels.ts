import type { UsageSlot } from '../usage-contract'

/** Formats a slot for the URL: "3-9" is Thursday at nine. */
export const slotKey = ({ weekday, hour }: UsageSlot) => `${weekday}-${hour}`

/** Returns undefined for invalid text, so that no URL can break the page. */
export function readSlot(text: unknown): UsageSlot | undefined {
  const [, weekday, hour] = /^([0-6])-(\d|1\d|2[0-3])$/.exec(typeof text === 'string' ? text : '') ?? []
  return weekday === undefined || hour === undefined ? undefined : { weekday: Number(weekday), hour: Number(hour) }
}
