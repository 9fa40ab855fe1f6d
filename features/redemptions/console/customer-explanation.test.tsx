import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { findingSchema, type Explanation, type Finding, type Pass } from '../scan-contract'
import { CustomerExplanation } from './customer-explanation-widget'
import { FindingText } from './finding-list'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const at = new Date('2026-01-05T09:30:00Z')
const pass = (change: Partial<Pass> = {}): Pass => ({
  subscriptionId: 'sub_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  planId: 'pln_1',
  planName: 'Daily Cup',
  status: 'active',
  currentPeriodEnd: new Date('2026-02-03T00:00:00Z'),
  endsWithPeriod: false,
  allowance: { kind: 'limited', drinks: 5, per: 'week', used: 2, left: 3, renewsAt: at },
  timeZone: 'UTC',
  verdict: 'succeeds',
  findings: [],
  places: [{ id: 'loc_1', name: 'Alder Street', state: 'serves', opening: 'Open until 19:00', timeZone: 'UTC' }],
  placesTotal: 1,
  ...change,
})
const explanation = (change: Partial<Explanation> = {}): Explanation => ({
  at,
  timeZone: 'UTC',
  verdict: 'succeeds',
  findings: [],
  lastRedemption: {
    id: 'red_1',
    merchantId: 'mer_1',
    merchantName: 'Bean There',
    locationId: 'loc_1',
    locationName: 'Alder Street',
    planId: 'pln_1',
    planName: 'Daily Cup',
    redeemedAt: new Date('2026-01-04T08:00:00Z'),
    method: 'barcode',
    status: 'completed',
  },
  passes: [pass()],
  passesTotal: 1,
  ...change,
})

function WhenSignedIn({ children }: { children: React.ReactNode }) {
  return useSession().session && children
}
const render = (ui: React.ReactNode, answers: Answers = {}) =>
  renderConsole(
    <SessionProvider>
      <WhenSignedIn>{ui}</WhenSignedIn>
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), ...answers },
  )
const renderStrip = (answer: () => Explanation, short = false) =>
  render(<CustomerExplanation userId="usr_2" short={short} />, { 'redemptions.explainCustomer': answer })

describe('the strip', () => {
  it('shows the last redemption, the pass with its rest, and where a scan would succeed', async () => {
    renderStrip(() => explanation())
    expect(await screen.findByText('3 of 5 drinks left this week', { exact: false })).toBeTruthy()
    expect(screen.getByText('Last redemption:').parentElement?.textContent).toMatch(
      /\(Jan 4, 8:00\sAM\) at Bean There, Alder Street, with Daily Cup$/,
    )
    // A single pass does not repeat the overall verdict.
    expect(screen.getByText('Can redeem')).toBeTruthy()
    expect(screen.getByText(/^Alder Street: accepts this plan now\. Open until 7:00\sPM \(UTC\)\.$/)).toBeTruthy()
    expect(screen.getByText(/Allowances reset at midnight in UTC/)).toBeTruthy()
  })

  it('has one line per pass, each with its reasons', async () => {
    const refused = pass({
      subscriptionId: 'sub_2',
      status: 'past_due',
      verdict: 'fails',
      findings: [{ reason: 'PAST_DUE' }, { reason: 'VENUE_SUSPENDED' }],
    })
    renderStrip(() => explanation({ passes: [pass(), refused], passesTotal: 25 }))
    const lines = within(await screen.findByRole('list', { name: 'Passes' }))
    expect(lines.getAllByText(/Can’t|Can redeem/).map(({ textContent }) => textContent)).toEqual([
      'Can redeem',
      'Can’t redeem',
    ])
    expect(lines.getByText('The payment is past due.')).toBeTruthy()
    expect(lines.getByText('The venue is suspended.')).toBeTruthy()
    expect(screen.getByText('And 23 more.')).toBeTruthy()
  })

  it('says that there was never a pass or a redemption', async () => {
    renderStrip(() => explanation({ verdict: 'fails', passes: [], passesTotal: 0, lastRedemption: null }))
    expect(await screen.findByText('No pass yet')).toBeTruthy()
    expect(screen.getByText('No redemptions yet')).toBeTruthy()
    expect(screen.getByText('Can’t redeem')).toBeTruthy()
  })

  it('is short without locations and warnings, but keeps every reason to refuse', async () => {
    const findings: Finding[] = [{ reason: 'PAST_DUE' }, { reason: 'HOURS_UNKNOWN' }, { reason: 'PLAN_INACTIVE' }]
    renderStrip(() => explanation({ passes: [pass({ findings, verdict: 'fails' })] }), true)
    expect(await screen.findByText('The payment is past due.')).toBeTruthy()
    expect(screen.getByText(/has no hours set/)).toBeTruthy()
    expect(screen.queryByText(/plan is paused/)).toBeNull()
    expect(screen.queryByText(/Alder Street: /)).toBeNull()
  })

  it('shows that a pass ends with its period until it has ended', async () => {
    const ended = pass({ subscriptionId: 'sub_2', currentPeriodEnd: at, endsWithPeriod: true })
    renderStrip(() => explanation({ passes: [pass({ endsWithPeriod: true }), ended], passesTotal: 2 }), true)
    const lines = (await screen.findAllByText(/drinks left this week/)).map(({ textContent }) => textContent)
    expect(lines[0]).toMatch(/Doesn’t renew, ends Feb 3\.$/)
    expect(lines[1]).toMatch(/Period ended Jan 5\.$/)
  })

  it('marks a voided last redemption, and shows a missing end of the period as "—"', async () => {
    const { lastRedemption } = explanation()
    renderStrip(() =>
      explanation({
        lastRedemption: lastRedemption && { ...lastRedemption, status: 'voided' },
        passes: [pass({ currentPeriodEnd: new Date(0), allowance: { kind: 'unknown' } })],
      }),
    )
    expect(await screen.findByText('Voided')).toBeTruthy()
    expect(screen.getByText(/Drinks left unknown/).textContent).toBe('Drinks left unknown. Period ends —.')
  })

  it('shows no allowance for a canceled pass, and that its period ended', async () => {
    renderStrip(() =>
      explanation({ passes: [pass({ status: 'canceled', currentPeriodEnd: new Date('2026-01-02T00:00:00Z') })] }),
    )
    expect((await screen.findByText(/Period ended/)).textContent).toBe('Period ended Jan 2.')
    expect(screen.queryByText(/drinks left/)).toBeNull()
  })

  it('shows the next opening in the zone of the location', async () => {
    const words = await wordsOf({ reason: 'CLOSED_NOW', at, timeZone: 'America/New_York' })
    expect(words).toMatch(/^Closed now\. Opens Jan 5, 4:30\sAM \(America\/New York\)\.$/)
  })

  it('shows an error and retries', async () => {
    let isDown = true
    const { calls } = renderStrip(() => {
      if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
      return explanation()
    })
    expect(await screen.findByText('Couldn’t load the explanation')).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Can redeem')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(calls.filter(({ name }) => name === 'redemptions.explainCustomer')).toHaveLength(3)
  })

  it('keeps the last response with its time when a recheck fails', async () => {
    let isDown = false
    renderStrip(() => {
      if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
      return explanation()
    })
    await screen.findByText('Can redeem')
    isDown = true
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/Couldn’t refresh/)).toBeTruthy()
    expect(screen.getByText('Can redeem')).toBeTruthy()
  })
})

async function wordsOf(finding: Finding): Promise<string | null> {
  const view = render(
    <p data-testid="words">
      <FindingText finding={finding} />
    </p>,
  )
  const words = (await screen.findByTestId('words')).textContent
  view.unmount()
  return words
}

describe('the text of a finding', () => {
  const examples = findingSchema.options.map(({ shape }) => {
    const [reason] = shape.reason.values
    const name = reason === 'OUTSIDE_TIME_WINDOW' ? 'weekdays 06:00–11:00' : 'in_grace'
    return findingSchema.parse({
      reason,
      at,
      name,
      rule: 'allowance',
      count: 2,
      timeZone: 'UTC',
      allowance: { drinks: 1, per: 'day' },
    })
  })

  it.each(examples.map((finding) => [finding.reason, finding] as const))('%s is a sentence', async (_, finding) => {
    expect(await wordsOf(finding)).toMatch(/^[A-Z][^_]+\.$/)
  })

  it('shows until when an allowance is used up', async () => {
    expect(
      await wordsOf({ reason: 'ALLOWANCE_USED_UP', at, allowance: { drinks: 1, per: 'day' }, timeZone: 'UTC' }),
    ).toMatch(/^The allowance \(one drink a day\) is used up until Jan 5, 9:30\sAM \(UTC\)\.$/)
  })

  it('handles a location without a next opening and a cancellation without a time', async () => {
    expect(await wordsOf({ reason: 'CLOSED_NOW', at: null, timeZone: 'UTC' })).toBe(
      'Closed now, with no upcoming opening hours.',
    )
    expect(await wordsOf({ reason: 'CANCELED', at: new Date(0) })).toBe('The subscription is canceled.')
  })
})
