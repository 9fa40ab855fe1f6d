import { monthlyAmountMinor, type PriceSource } from './rules'
import { priceText, readPriceText, type SubscriptionEvent } from './writing-rules'

type Row = PriceSource & {
  status: string
  billingCurrency: string
  monthlyMinor: number
  createdAt: Date
  updatedAt: Date
}
export type PastEvent = Pick<SubscriptionEvent, 'kind' | 'details' | 'occurredAt'>
/** A state that a subscription entered (1) or left (-1), as counted in the daily history. */
export type Entry = { at: Date; status: string; currency: string; monthlyMinor: number; sign: 1 | -1 }
type Step = { at: Date; of: 'status' | 'price'; from: string; to: string }

/**
 * Returns all entries from now back to the start, to remove a subscription from the daily history. Returns null if its
 * events do not connect the two.
 */
export function entriesOf(row: Row, events: readonly PastEvent[]): Entry[] | null {
  const started = events.find(({ kind }) => kind === 'started')
  const left = events.flatMap(stepOf).sort((one, other) => other.at.getTime() - one.at.getTime())
  // Without `updatedAt` the counters use the epoch, but events use the time of the write.
  const counted = (at: Date) => (isMissing(row.updatedAt) ? row.updatedAt : at)
  const entries: Entry[] = []
  let last: Step | undefined
  let state = { status: row.status, price: priceText(row) }
  if (!started) return null
  while (left.length > 0) {
    // Events are sorted by time, but a later write may carry an older time. So match the state, not only the order.
    const leadsHere = ({ of, to }: Step) => state[of] === to
    // One write may change status and price. Undo both together, even if another step fits too.
    const together = left.findIndex((step) => step.at.getTime() === last?.at.getTime() && leadsHere(step))
    const index = together < 0 ? left.findIndex(leadsHere) : together
    const [step] = index < 0 ? [] : left.splice(index, 1)
    if (!step) return null
    const before = { ...state, [step.of]: step.from }
    if (!enter(state, counted(step.at), 1) || !enter(before, counted(step.at), -1)) return null
    state = before
    last = step
  }
  const { status, amountMinor, currency } = started.details
  const price = readPriceText(state.price)
  if (state.status !== status || price?.amountMinor !== amountMinor || price?.currency !== currency) return null
  return enter(state, startOf(), 1) ? entries : null

  function enter({ status: entered, price: text }: typeof state, at: Date, sign: 1 | -1): boolean {
    const read = readPriceText(text)
    if (!read) return false
    const isNow = text === priceText(row)
    const monthlyMinor = isNow ? row.monthlyMinor : monthlyAmountMinor(read)
    entries.push({ at, status: entered, currency: isNow ? row.billingCurrency : read.currency, monthlyMinor, sign })
    return true
  }

  /** Returns the end of a subscription that had ended before its first write. */
  function startOf(): Date {
    const ended = events.find(({ kind, details }) => kind === 'canceled' && details['from'] === null)
    if (state.status === 'canceled') return counted(ended?.occurredAt ?? row.updatedAt)
    const isOdd = isMissing(row.createdAt) || row.createdAt > row.updatedAt
    return isOdd || !started ? row.createdAt : started.occurredAt
  }
}

function stepOf({ kind, details, occurredAt: at }: PastEvent): Step[] {
  const { from, to = kind === 'canceled' ? 'canceled' : null } = details
  if (typeof from !== 'string' || typeof to !== 'string') return []
  if (kind === 'price_changed') return [{ at, of: 'price', from, to }]
  return kind === 'status_changed' || kind === 'canceled' ? [{ at, of: 'status', from, to }] : []
}

const isMissing = (at: Date) => at.getTime() === 0
