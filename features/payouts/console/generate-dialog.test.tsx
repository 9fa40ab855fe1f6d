import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Money } from '@quaff/platform/shared/money/money'
import type { PayoutPreview, PayoutPreviewRow } from '../generation-contract'
import { buildPreviewRow } from '../testing/payout-row-factory'
import { GenerateDialog } from './generate-dialog'

const month = (period: string, payoutCount = 0, missing: Money[] = []) => ({
  period,
  payoutCount,
  missing,
  start: new Date(`${period}-01T00:00:00Z`),
  end: new Date(`${period}-28T00:00:00Z`),
})
const noSums = { late: 0, withoutBank: 0, belowZero: 0, overlaps: 0 }
function previewOf(rows: PayoutPreviewRow[], sums: Partial<PayoutPreview> = {}): PayoutPreview {
  const count = rows.filter(({ state }) => state === 'new').length
  const { gross, fee, adjustments, net } = buildPreviewRow()
  return {
    ...month('2026-10'),
    feeBasisPoints: 500,
    totals: count === 0 ? [] : [{ currency: 'usd', count, gross, fee, adjustments, net }],
    ...noSums,
    existing: rows.length - count,
    rows,
    next: null,
    timeZone: 'UTC',
    measuredAt: new Date('2026-11-02T08:00:00Z'),
    ...sums,
  }
}
/** Two per page. */
const inPages =
  (rows: PayoutPreviewRow[]) =>
  ({ cursor }: { cursor?: string }) => {
    const from = Number(cursor ?? 0)
    const next = from + 2 < rows.length ? { state: rows[from + 1]?.state ?? 'new', cursor: String(from + 2) } : null
    return { ...previewOf(rows), rows: rows.slice(from, from + 2), next }
  }
const merchants = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildPreviewRow({ merchantId: `mer_${index}`, merchantName: `Merchant ${index}` }),
  )
type Batch = { period: string; merchantIds: string[] }
const generated = ({ merchantIds }: Batch) => ({
  results: merchantIds.map((merchantId) => ({ merchantId, outcome: 'generated', payoutIds: [`pay_${merchantId}`] })),
})

function renderDialog(answers: Answers = {}, scopedTo?: { id: string; name: string }) {
  const shown: string[] = []
  const view = renderConsole(
    <GenerateDialog
      period={undefined}
      scopedTo={scopedTo}
      onClose={() => shown.push('closed')}
      onShow={(period) => shown.push(period)}
    />,
    {
      'payouts.periods': () => ({ periods: [month('2026-10', 2), month('2026-09')], timeZone: 'UTC' }),
      'payouts.preview': () => previewOf([buildPreviewRow()]),
      'payouts.generate': generated,
      ...answers,
    },
  )
  const batches = () => view.calls.filter(({ name }) => name === 'payouts.generate').map(({ input }) => input)
  return { ...view, batches, shown }
}

describe('months without generated payouts', () => {
  const usd = [{ amountMinor: 421_100, currency: 'usd' }]
  const periods = () => ({ periods: [month('2026-10', 2), month('2026-09', 0, usd), month('2025-12', 0, usd)] })

  it('are listed beside the shown month, and can be opened from there', async () => {
    const { calls } = renderDialog({ 'payouts.periods': () => ({ ...periods(), timeZone: 'UTC' }) })
    const list = await screen.findByRole('list', { name: 'Months with charges without payouts' })
    expect(screen.getByText('2 months have charges without payouts')).toBeTruthy()
    fireEvent.click(within(list).getByRole('button', { name: 'December 2025 $4,211.00' }))
    await waitFor(() => expect(calls.at(-1)?.input).toMatchObject({ period: '2025-12' }))
    expect(screen.getByText('1 month has charges without payouts')).toBeTruthy()
    // A phone has no room for the amounts beside the month.
    fireEvent.click(screen.getByDisplayValue('December 2025'))
    expect(screen.getByRole('option', { name: 'December 2025, $4,211.00 to generate', hidden: true })).toBeTruthy()
  })

  it('are hidden when one merchant is chosen, because their sums cover all merchants', async () => {
    const scoped = { id: 'mer_1', name: 'Bean There' }
    renderDialog({ 'payouts.periods': () => ({ ...periods(), timeZone: 'UTC' }) }, scoped)
    await screen.findByText(/^1 new/)
    expect(screen.queryByText(/charges without payouts/)).toBeNull()
  })
})

describe('the preview of a month', () => {
  it('is all that the open dialog requests', async () => {
    const { batches } = renderDialog({
      'payouts.preview': () =>
        previewOf(
          [
            buildPreviewRow({ bankProblem: 'Routing number is missing', lateCount: 3 }),
            buildPreviewRow({ merchantId: 'mer_2', merchantName: 'Old Mill', state: 'exists' }),
          ],
          { late: 3, withoutBank: 1, belowZero: 2, overlaps: 0 },
        ),
    })
    const table = await screen.findByRole('table', { name: 'What would be generated' })
    expect(within(table).getByText('already generated')).toBeTruthy()
    expect(within(table).getByText('Routing number is missing')).toBeTruthy()
    expect(screen.getByText('1 new · 1 already generated')).toBeTruthy()
    expect(screen.getByText(/The bank file leaves them out/)).toBeTruthy()
    expect(screen.getByText(/3 late charges from earlier months/)).toBeTruthy()
    expect(screen.getByText(/2 payouts are below zero/)).toBeTruthy()
    expect(screen.getByText(/platform fee of 5%/)).toBeTruthy()
    expect(batches()).toEqual([])
  })

  it.each([
    [1, '1 charge overlaps another period and is held. Decide in the subscription’s charges.'],
    [2, '2 charges overlap another period and are held. Decide in the subscription’s charges.'],
  ])('counts the late charges held for an overlap: %s', async (overlaps, text) => {
    renderDialog({ 'payouts.preview': () => previewOf([buildPreviewRow()], { overlaps }) })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('offers nothing when all payouts are generated or nothing was charged', async () => {
    renderDialog({ 'payouts.preview': () => previewOf([buildPreviewRow({ state: 'exists' })]) })
    expect(await screen.findByText(/^\d+ already generated$/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate payouts' }).disabled).toBe(true)
  })

  it('covers only the chosen merchant', async () => {
    const ofOne = ({ merchantId }: { merchantId?: string }) => previewOf([buildPreviewRow({ merchantId })])
    const { batches } = renderDialog({ 'payouts.preview': ofOne }, { id: 'mer_1', name: 'One' })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 1 payout' }))
    await waitFor(() => expect(batches()).toEqual([{ period: '2026-10', merchantIds: ['mer_1'] }]))
  })

  it('loads more rows on request, and also generates those that are not loaded', async () => {
    const old = buildPreviewRow({ merchantId: 'mer_old', merchantName: 'Old Mill', state: 'exists' })
    const twice = buildPreviewRow({ merchantId: 'mer_2', merchantName: 'Merchant 2', currency: 'eur' })
    const { batches } = renderDialog({ 'payouts.preview': inPages([...merchants(3), twice, old]) })
    expect(await screen.findByText('2 of 5 · Totals include all.')).toBeTruthy()
    expect(screen.queryByText('Merchant 2')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findAllByText('Merchant 2')).toHaveLength(2)
    expect(screen.getByText('4 of 5 · Totals include all.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Generate 4 payouts' }))
    await waitFor(() => expect(batches()).toEqual([{ period: '2026-10', merchantIds: ['mer_0', 'mer_1', 'mer_2'] }]))
  })

  it('generates nothing when the preview cannot be read again, and says so', async () => {
    let reads = 0
    const { batches } = renderDialog({
      'payouts.preview': () => {
        reads += 1
        if (reads > 1) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return previewOf(merchants(3))
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 3 payouts' }))
    expect(await screen.findByText('Couldn’t generate payouts')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Generate 3 payouts' })).toBeTruthy()
    expect(batches()).toEqual([])
  })

  it('is retried after a failure', async () => {
    let isDown = true
    renderDialog({
      'payouts.preview': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return previewOf([buildPreviewRow()])
      },
    })
    await screen.findByText('Couldn’t load preview')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Generate 1 payout' })).toBeTruthy()
  })
})

describe('generating', () => {
  it('runs in batches of 25 merchants, and shows the month without another dialog', async () => {
    const { batches, shown } = renderDialog({
      'payouts.preview': () => previewOf(merchants(30)),
      'payouts.generate': (batch: Batch) => ({
        results: generated(batch).results.map((one) =>
          one.merchantId === 'mer_29' ? { ...one, outcome: 'exists', payoutIds: ['pay_x'] } : one,
        ),
      }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 30 payouts' }))
    await waitFor(() => expect(shown).toEqual(['2026-10']))
    expect(screen.queryByRole('list', { name: 'Result' })).toBeNull()
    expect(batches().map((batch) => (batch as Batch).merchantIds.length)).toEqual([25, 5])
  })

  it('stops on request; finished merchants stay generated and the rest can continue', async () => {
    const waiting: (() => void)[] = []
    const { batches, shown } = renderDialog({
      'payouts.preview': () => previewOf(merchants(60)),
      'payouts.generate': (batch: Batch) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(generated(batch)))
        }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 60 payouts' }))
    await screen.findByText('0 of 60 merchants')
    await waitFor(() => expect(waiting).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    act(() => waiting[0]?.())
    const dialog = await screen.findByRole('dialog', { name: '25 payouts generated' })
    expect(within(dialog).getByText('35 merchants not tried.')).toBeTruthy()
    expect(batches()).toHaveLength(1)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry 35 merchants' }))
    await waitFor(() => expect(waiting).toHaveLength(2))
    act(() => waiting[1]?.())
    await waitFor(() => expect(waiting).toHaveLength(3))
    act(() => waiting[2]?.())
    await waitFor(() => expect(shown).toEqual(['2026-10']))
  })

  it('does not claim that nothing was generated when no response arrived', async () => {
    renderDialog({
      'payouts.preview': () => previewOf(merchants(1)),
      'payouts.generate': () => Promise.reject(new TypeError('Failed to fetch')),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 1 payout' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Result not confirmed' }))
    expect(dialog.getByText('1 merchant not confirmed. You can retry safely.')).toBeTruthy()
    expect(dialog.getByRole('list', { name: 'Merchants not confirmed' }).textContent).toContain('We couldn’t confirm')
  })

  it('lists the merchants it failed for, and retries them', async () => {
    let isDown = true
    const { shown } = renderDialog({
      'payouts.preview': () => previewOf(merchants(26)),
      'payouts.generate': (batch: Batch) => {
        if (isDown && batch.merchantIds.includes('mer_25'))
          throw new ORPCError('CONFLICT', { message: 'Too much at once.' })
        return generated(batch)
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 26 payouts' }))
    await screen.findByRole('dialog', { name: '25 payouts generated' })
    const failed = screen.getByRole('list', { name: 'Failed merchants' })
    expect(failed.textContent).toBe('Merchant 25Too much at once.')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry 1 merchant' }))
    await waitFor(() => expect(shown).toEqual(['2026-10']))
  })
})
