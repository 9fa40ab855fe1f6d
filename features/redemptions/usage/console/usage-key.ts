import type { UsageRow } from '../../usage-contract'

const KEY = /^(\d{1,14})_([a-zA-Z0-9_-]{1,64})$/

/** Builds a key such as "1773136800000_red_1", because an id is unique only together with its time. */
export const usageKey = ({ id, redeemedAt }: Pick<UsageRow, 'id' | 'redeemedAt'>) => `${redeemedAt.getTime()}_${id}`

/** Returns undefined for an invalid key. */
export function readUsageKey(value: unknown): { key: string; redemptionId: string; redeemedAt: Date } | undefined {
  const [key, time, redemptionId] = (typeof value === 'string' && KEY.exec(value)) || []
  if (key === undefined || redemptionId === undefined) return undefined
  return { key, redemptionId, redeemedAt: new Date(Number(time)) }
}
