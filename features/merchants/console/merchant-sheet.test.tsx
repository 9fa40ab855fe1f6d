import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { MerchantRecord } from '../contract'
import { buildMerchantRecord, buildPendingRecord, buildReviewItem } from '../testing/merchant-record-factory'
import { buildSheetParts } from '../testing/sheet-parts-factory'
import type { MerchantView } from './merchant-search-widget'
import { MerchantSheet } from './merchant-sheet'

const parts = buildSheetParts()
const impact = {
  totalSubscribers: 0,
  activeSubscribers: 0,
  subscriptions: 0,
  redemptions: 0,
  payouts: 0,
  owners: 0,
  deletable: true,
}

function Sheet({ onOpen, start }: { onOpen: (id: string) => void; start: MerchantView }) {
  const [id, setId] = useState('mer_1')
  const [view, setView] = useState(start)
  if (!useSession().session) return null
  const open = (next: string) => {
    setId(next)
    onOpen(next)
  }
  return (
    <MerchantSheet
      id={id}
      view={view}
      rows={[]}
      total={0}
      parts={parts}
      onOpen={open}
      onView={setView}
      onClose={() => undefined}
    />
  )
}

function renderSheet(merchant: MerchantRecord, answers: Answers = {}, role = 'quaff_admin') {
  const onOpen = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <Sheet onOpen={onOpen} start="overview" />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role }),
      'merchants.get': ({ merchantId }: { merchantId: string }) =>
        merchantId === 'mer_1' ? merchant : buildPendingRecord({ id: merchantId, name: 'Little Harbor' }),
      'merchants.reviewQueue': () => ({
        items: [buildReviewItem(), buildReviewItem({ id: 'mer_2', name: 'Little Harbor' })],
        total: 2,
      }),
      ...answers,
    },
  )
  return { ...view, onOpen, user: userEvent.setup() }
}

describe('an open merchant', () => {
  it('shows the missing steps with links to where they are added', async () => {
    const { user } = renderSheet(buildPendingRecord())
    await user.click(await screen.findByRole('button', { name: 'Open banking' }))
    expect(await screen.findByText('banking of mer_1')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Banking' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('region', { name: 'Completeness' })).toBeNull()
  })

  it('§3 shows the derived stats of the specification: subscribers, active, revenue, redemptions, locations, last activity', async () => {
    const { unmount } = renderSheet(buildMerchantRecord({ lastActivity: new Date('2026-01-01T00:00:00Z') }))
    const figures = await screen.findByRole('region', { name: 'Merchant metrics' })
    for (const text of ['150', '143 active', '€3,432.00', '1,377', '2', /^Last subscription/])
      expect(within(figures).getByText(text)).toBeTruthy()
    unmount()
    renderSheet(buildMerchantRecord())
    expect(await screen.findByText('No subscriptions yet')).toBeTruthy()
  })

  it('leads to the branding of this merchant', async () => {
    renderSheet(buildPendingRecord())
    expect((await screen.findByRole('link', { name: 'Open Branding' })).getAttribute('href')).toMatch(
      /^\/settings\/branding\?openMerchant=/,
    )
  })

  it('approves with A, tells what the merchant is now and stays on it', async () => {
    const approved = buildMerchantRecord({ version: 4 })
    const { user, onOpen } = renderSheet(buildPendingRecord(), { 'merchants.approve': () => approved })
    await screen.findByRole('button', { name: /Approve/ })
    await user.keyboard('a')
    const dialog = await screen.findByRole('dialog', { name: 'Approve Wren & Rye Coffee?' })
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Wren & Rye Coffee is active and selling.')).toBeTruthy()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('stays on a merchant that was declined, with others waiting', async () => {
    const declined = buildMerchantRecord({ status: 'rejected', statusReason: 'Not a venue', version: 4 })
    const { user, calls, onOpen } = renderSheet(buildPendingRecord(), {
      'merchants.decline': () => declined,
      'merchants.impact': () => impact,
    })
    await user.click(await screen.findByRole('button', { name: 'More actions for Wren & Rye Coffee' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reject…', hidden: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject Wren & Rye Coffee?' })
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Not a venue')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Wren & Rye Coffee is rejected.')).toBeTruthy()
    expect(onOpen).not.toHaveBeenCalled()
    expect(calls.some((call) => call.name === 'merchants.reviewQueue')).toBe(false)
  })

  it('opens the editor with E', async () => {
    const { user } = renderSheet(buildMerchantRecord())
    await screen.findByRole('button', { name: /Edit/ })
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: 'Edit Wren & Rye Coffee' })).toBeTruthy()
  })

  it('offers no approval of an active merchant', async () => {
    renderSheet(buildMerchantRecord())
    await screen.findByRole('button', { name: /Edit/ })
    expect(screen.queryByRole('button', { name: /Approve|Request changes/ })).toBeNull()
  })

  it('offers in its menu what the state allows', async () => {
    const { user } = renderSheet(buildMerchantRecord({ status: 'suspended' }))
    await user.click(await screen.findByRole('button', { name: 'More actions for Wren & Rye Coffee' }))
    const menu = await screen.findByLabelText('More actions for Wren & Rye Coffee', { selector: '[role="menu"]' })
    const labels = [...menu.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)
    expect(labels).toEqual([
      'Copy ID',
      'Copy link',
      'Preview as viewer',
      'Transfer to another owner…',
      'Restore…',
      'Archive…',
      'Delete…',
    ])
  })

  it('pauses with the switch, and sends the version', async () => {
    const paused = buildMerchantRecord({ isLive: false, version: 4 })
    const { user, calls } = renderSheet(buildMerchantRecord(), { 'merchants.setLive': () => paused })
    await user.click(await screen.findByRole('switch', { name: 'Selling, Wren & Rye Coffee' }))
    const dialog = await screen.findByRole('dialog', { name: /^Pause sales at/ })
    expect(dialog.textContent).toContain('subscribers can still redeem')
    expect(calls.some((call) => call.name === 'merchants.setLive')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Pause sales' }))
    expect(await screen.findByText('Wren & Rye Coffee is active and paused.')).toBeTruthy()
    expect(calls.find((call) => call.name === 'merchants.setLive')?.input).toEqual({
      merchantId: 'mer_1',
      version: 3,
      isLive: false,
    })
  })

  it.each([
    [buildPendingRecord({ isLive: true }), 'Selling once approved'],
    [buildMerchantRecord({ status: 'suspended' }), 'Selling once restored'],
    [buildMerchantRecord(), 'Selling'],
  ])('says what its switch means in its state', async (merchant, label) => {
    renderSheet(merchant)
    const toggle = await screen.findByRole('switch', { name: `${label}, Wren & Rye Coffee` })
    expect(toggle.closest('div')?.parentElement?.textContent).toContain(label)
  })

  it.each([
    [true, 'stays paused when it is approved', 'starts selling when it is approved'],
    [false, 'starts selling when it is approved', 'stays paused when it is approved'],
  ])('shows and sets the choice of a venue in review: %s', async (isLive, shown, text) => {
    const saved = buildPendingRecord({ choosesLive: isLive, version: 4 })
    const { user } = renderSheet(buildPendingRecord({ choosesLive: !isLive }), { 'merchants.setLive': () => saved })
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /^Selling once approved/ })
    expect(toggle.checked).toBe(!isLive)
    expect(within(screen.getByRole('region', { name: 'Settings' })).getByText(`Off, ${shown}`)).toBeTruthy()
    await user.click(toggle)
    expect(await screen.findByText(`Wren & Rye Coffee ${text}.`)).toBeTruthy()
    expect(screen.getByText(`Selling once approved switched ${isLive ? 'on' : 'off'}`)).toBeTruthy()
  })

  it('locks every change for viewers, with the reason', async () => {
    const { calls } = renderSheet(buildPendingRecord(), {}, 'merchant_viewer')
    const edit = await screen.findByRole('button', { name: /^Edit E/ })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    expect(edit.getAttribute('aria-description')).toBe('Only administrators and owners can do this.')
    fireEvent.click(screen.getByRole('switch', { name: /^Selling once approved/ }))
    expect(calls.some((call) => call.name === 'merchants.setLive')).toBe(false)
  })

  it('shows what the owners were asked for', async () => {
    renderSheet(
      buildMerchantRecord({
        status: 'pending',
        changeRequest: { items: ['bank'], note: 'Please add it.', requestedAt: new Date('2026-11-20T10:00:00Z') },
      }),
    )
    expect(await screen.findByText('Please add it.')).toBeTruthy()
  })
})
