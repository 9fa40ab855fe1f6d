import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, type Entry } from './entries-rules'
import { monthlyAmountMinor, resolvePrice, type PriceSource } from './rules'
import { eventsOf, type SubscriptionEvent, type SubscriptionState } from './writing-rules'

const at = (days: number) => new Date(Date.parse('2026-01-01T08:00:00Z') + days * 86_400_000)
const [missing, now] = [new Date(0), at(300)]
const pass: SubscriptionState = {
  id: 's',
  merchantId: 'm',
  planId: null,
  userId: 'u',
  status: 'active',
  amountMinor: 900,
  cancelReason: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledBy: null,
  createdAt: at(0),
  updatedAt: at(0),
  currentPeriodStart: at(0),
  currentPeriodEnd: at(30),
  paidUntil: null,
}

type State = Partial<SubscriptionState>
type Days = Record<string, [count: number, monthlyMinor: number]>

function rowOf(state: State) {
  const row = { ...pass, ...state }
  const price = resolvePrice(row)
  return { ...row, billingCurrency: price.currency, monthlyMinor: monthlyAmountMinor(price) }
}

/** Applies the states in order like the writer, which skips events with a known id. */
function write([first, ...others]: readonly [State, ...State[]]) {
  let row = rowOf(first)
  const events = eventsOf(null, row, now)
  const begun = row.status === 'canceled' ? row.updatedAt : row.createdAt
  const counted = [entryOf(row, begun, 1)]
  for (const state of others) {
    const after = rowOf(state)
    const known = new Set(events.map(({ id }) => id))
    events.push(...eventsOf(row, after, now).filter(({ id }) => !known.has(id)))
    counted.push(entryOf(row, after.updatedAt, -1), entryOf(after, after.updatedAt, 1))
    row = after
  }
  return { row, events, counted }
}

function entryOf(row: ReturnType<typeof rowOf>, on: Date, sign: 1 | -1): Entry {
  return { at: on, status: row.status, currency: row.billingCurrency, monthlyMinor: row.monthlyMinor, sign }
}

/** Returns what remains in the daily history after the removal, by day, status and currency. */
function leftBy(states: readonly [State, ...State[]], orderOf = (events: SubscriptionEvent[]) => events) {
  const { row, events, counted } = write(states)
  const past = entriesOf(row, orderOf(events))
  const gone = (past ?? []).map((entry) => ({ ...entry, sign: -entry.sign }))
  const left: Days = {}
  for (const { at: on, status, currency, monthlyMinor, sign } of [...counted, ...gone]) {
    const key = [on.toISOString().slice(0, 10), status, currency].join(' ')
    const [count, sum] = left[key] ?? [0, 0]
    left[key] = [count + sign, sum + sign * monthlyMinor]
  }
  return { past, left: withoutEmpty(left) }
}

const withoutEmpty = (days: Days): Days =>
  Object.fromEntries(Object.entries(days).filter(([, sums]) => sums.some((sum) => sum !== 0)))

/** Sums all days to one level per status and currency. */
function levelsOf(days: Days): Days {
  const levels: Days = {}
  for (const [key, [count, monthlyMinor]] of Object.entries(days)) {
    const level = key.slice('2026-01-01 '.length)
    const [counted, sum] = levels[level] ?? [0, 0]
    levels[level] = [counted + count, sum + monthlyMinor]
  }
  return withoutEmpty(levels)
}

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const largest = 2_147_483_647
const currencies = fc.constantFrom('usd', 'EUR', ' gbp ', '', 'a / 1 day', 'two\nlines')
const fractions = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anyState: fc.Arbitrary<PriceSource & { status: string }> = fc.record({
  status: fc.constantFrom('active', 'trialing', 'past_due', 'canceled'),
  amountMinor: nullable(fc.integer({ min: -largest, max: largest })),
  currency: nullable(currencies),
  interval: nullable(fc.constantFrom('day', 'week', 'month', 'year', 'decade')),
  intervalCount: nullable(fc.integer({ min: -2, max: 40 })),
  priceDetails: nullable(
    fc.record(
      {
        amount: fractions(1e6),
        currency: currencies,
        interval: fc.constantFrom('day', 'decade'),
        intervalCount: fractions(20),
      },
      { requiredKeys: [] },
    ),
  ),
})
/** States with the day on which each began. */
const someStates = (days: fc.Arbitrary<number>) =>
  fc.array(fc.tuple(anyState, days), { minLength: 1, maxLength: 6 }).map((found) => {
    const states = found.map(([state, day]) => ({ ...state, day }))
    return states as [State & { day: number }, ...(State & { day: number })[]]
  })
const dated = (states: readonly (State & { day: number })[]) =>
  states.map(({ day, ...state }) => ({ ...state, updatedAt: at(day) })) as [State, ...State[]]
/** Reads each `day` as the number of days after the previous state. */
function inOrder(states: readonly (State & { day: number })[]) {
  let day = 0
  return dated(states.map((state) => ({ ...state, day: (day += state.day) })))
}

describe('§G35 a removed subscription', () => {
  it('leaves nothing on any day after any states and prices, with its events in any order', () => {
    fc.assert(
      fc.property(someStates(fc.integer({ min: 1, max: 9 })), fc.infiniteStream(fc.nat()), (states, numbers) => {
        const shuffled = (events: SubscriptionEvent[]) =>
          events
            .map((event) => ({ event, by: numbers.next().value }))
            .sort((one, other) => one.by - other.by)
            .map(({ event }) => event)
        const { past, left } = leftBy(inOrder(states), shuffled)
        expect(past).not.toBeNull()
        expect(left).toEqual({})
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves nothing if its entries are known, even with several states at one instant', () => {
    fc.assert(
      fc.property(someStates(fc.integer({ min: 0, max: 1 })), (states) => {
        const { past, left } = leftBy(inOrder(states))
        expect(past === null ? {} : left).toEqual({})
      }),
      { numRuns: 1_000 },
    )
  })

  it('leaves every level correct, even if states arrived late and no event shows their order', () => {
    fc.assert(
      fc.property(someStates(fc.integer({ min: 0, max: 5 })), fc.integer({ min: 0, max: 5 }), (states, day) => {
        const { past, left } = leftBy(dated(states).map((state) => ({ ...state, createdAt: at(day) })) as [State])
        if (past !== null) expect(levelsOf(left)).toEqual({})
      }),
      { numRuns: 1_000 },
    )
  })

  it.each<[string, [State, ...State[]]]>([
    ['began a while before it was seen', [{ createdAt: at(-90), updatedAt: at(0) }]],
    ['says a start after its change', [{ createdAt: at(9) }, { createdAt: at(9), status: 'past_due' }]],
    ['says no start', [{ createdAt: missing }, { createdAt: missing, updatedAt: at(3), status: 'past_due' }]],
    ['says no time at all', [{ updatedAt: missing }, { updatedAt: missing, amountMinor: 1 }]],
    ['had ended before it was seen', [{ status: 'canceled', updatedAt: at(4) }]],
    ['had ended, and began again', [{ status: 'canceled', updatedAt: at(4) }, { updatedAt: at(8) }]],
    ['ended and began again at once', [{}, { status: 'canceled', updatedAt: at(4) }, { updatedAt: at(4) }]],
    ['corrects its start', [{}, { createdAt: at(2), updatedAt: at(5), status: 'past_due' }]],
    ['tells an older state last', [{}, { status: 'past_due', updatedAt: at(7) }, { updatedAt: at(3) }]],
    [
      'comes back to a price and a state in one write that says an older time',
      [
        {},
        { updatedAt: at(6), amountMinor: 1_200 },
        { updatedAt: at(2), status: 'past_due' },
        { updatedAt: at(6), status: 'active' },
      ],
    ],
  ])('leaves nothing of a subscription that %s', (_title, states) => {
    const { past, left } = leftBy(states)
    expect(past).not.toBeNull()
    expect(left).toEqual({})
  })
})

describe('entries are unknown', () => {
  const { row, events } = write([
    {},
    { updatedAt: at(1), status: 'past_due' },
    { updatedAt: at(2), status: 'canceled', amountMinor: 1_200 },
  ])

  it.each(events.map(({ kind }) => kind))('without the %s event', (lost) => {
    expect(entriesOf(row, events)).toHaveLength(7)
    expect(
      entriesOf(
        row,
        events.filter(({ kind }) => kind !== lost),
      ),
    ).toBeNull()
  })

  it('if the events start or end in a different state', () => {
    expect(entriesOf({ ...row, status: 'active' }, events)).toBeNull()
    expect(entriesOf({ ...row, amountMinor: 5 }, events)).toBeNull()
    const begun = (details: object) =>
      events.map((event) =>
        event.kind === 'started' ? { ...event, details: { ...event.details, ...details } } : event,
      )
    expect(entriesOf(row, begun({}))).not.toBeNull()
    for (const other of [{ status: 'trialing' }, { amountMinor: 901 }, { currency: 'eur' }, { status: null }])
      expect(entriesOf(row, begun(other))).toBeNull()
  })

  it('if an event has a price in an unknown format', () => {
    const odd = events.map((event) =>
      event.kind === 'price_changed'
        ? { ...event, details: { from: 'nine dollars', to: event.details['to'] ?? '' } }
        : event,
    )
    expect(entriesOf(row, odd)).toBeNull()
  })

  it('without any event', () => {
    expect(entriesOf(row, [])).toBeNull()
  })
})
