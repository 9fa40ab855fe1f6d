import type { UsageRow } from '../contract'

const KEY = /^(\d{1,14})_([a-zA-Z0-9_-]{1,64})$/

/** An id is unique within its moment only, and is looked for by both: "1773136800000_red_1". */
export const usageKey = ({ id, redeemedAt }: Pick<UsageRow, 'id' | 'redeemedAt'>) => `${redeemedAt.getTime()}_${id}`

/** Undefined for what is no key. */
export function readUsageKey(value: unknown): { key: string; redemptionId: string; redeemedAt: Date } | undefined {
  const [key, time, redemptionId] = (typeof value === 'string' && KEY.exec(value)) || []
  if (key === undefined || redemptionId === undefined) return undefined
  return { key, redemptionId, redeemedAt: new Date(Number(time)) }
}
