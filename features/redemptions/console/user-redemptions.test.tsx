import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { UserRedemptionList } from '../contract'
import type { RedemptionView } from '../view-contract'
import { UserRedemptions } from './user-redemptions-widget'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const redemption = (change: Partial<RedemptionView> = {}): RedemptionView => ({
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  locationId: 'loc_1',
  locationName: 'Alder Street',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: new Date('2026-01-03T09:05:00Z'),
  method: 'barcode',
  status: 'completed',
  ...change,
})

function WhenSignedIn() {
  return useSession().session && <UserRedemptions userId="usr_2" />
}
const renderWidget = (answer: () => UserRedemptionList) =>
  renderConsole(
    <SessionProvider>
      <WhenSignedIn />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), 'redemptions.ofUser': answer },
  )

it('§3 shows time, location, plan and method, and links to the merchant', async () => {
  renderWidget(() => ({ redemptions: [redemption()], hasMore: false }))
  expect(await screen.findByText('Daily Cup at Alder Street')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Bean There' }).getAttribute('href')).toBe('/merchants?id=mer_1')
  expect(screen.getByText(/by barcode/).textContent).toMatch(/^Jan 3, 9:05\sAM, by barcode$/)
  expect(screen.getByText('Completed')).toBeTruthy()
  expect(screen.getByText('1 redemption (UTC)')).toBeTruthy()
})

it('says that there are older redemptions', async () => {
  const redemptions = Array.from({ length: 50 }, (_, index) => redemption({ id: `red_${index}`, status: 'voided' }))
  renderWidget(() => ({ redemptions, hasMore: true }))
  expect(await screen.findByText('Latest 50 (UTC)')).toBeTruthy()
  expect(screen.getAllByText('Voided')).toHaveLength(50)
})

it('§G29 renders a missing time as "—"', async () => {
  renderWidget(() => ({ redemptions: [redemption({ redeemedAt: new Date(0) })], hasMore: false }))
  expect(await screen.findAllByText('—')).toHaveLength(2)
})

it('says that there are no redemptions', async () => {
  renderWidget(() => ({ redemptions: [], hasMore: false }))
  expect(await screen.findByText('No redemptions yet')).toBeTruthy()
})

it('§8 §G25 keeps an empty list after a failed query, shows the error and retries', async () => {
  let isDown = true
  renderWidget(() => {
    if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
    return { redemptions: [redemption()], hasMore: false }
  })
  expect(await screen.findByText('Couldn’t load redemptions')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Bean There')).toBeTruthy()
})
