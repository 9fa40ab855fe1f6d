import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildPreviewRow } from '../../testing/payout-row-factory'
import type { PayoutPreviewRow } from '../contract'
import { GenerateDialog } from './generate-dialog'
import { figuresOf } from './preview-figures'

const month = (period: string, payoutCount = 0) => ({
  period,
  payoutCount,
  start: new Date(`${period}-01T00:00:00Z`),
  end: new Date(`${period}-28T00:00:00Z`),
})
const previewOf = (rows: PayoutPreviewRow[], period = '2026-10') => ({
  ...month(period),
  feeBasisPoints: 500,
  rows,
  timeZone: 'UTC',
  measuredAt: new Date('2026-11-02T08:00:00Z'),
})
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
      'payouts.preview': ({ period }: { period: string }) => previewOf([buildPreviewRow()], period),
      'payouts.generate': generated,
      ...answers,
    },
  )
  const batches = () => view.calls.filter(({ name }) => name === 'payouts.generate').map(({ input }) => input)
  return { ...view, batches, shown }
}

describe('the preview of a month', () => {
  it('counts what is new only, one total per currency', () => {
    const figures = figuresOf([
      buildPreviewRow({ state: 'exists' }),
      buildPreviewRow({ merchantId: 'mer_2', currency: 'eur', gross: 100, fee: 5, adjustments: -200, net: -105 }),
      buildPreviewRow({ merchantId: 'mer_2', lateCount: 2, bankProblem: 'No bank account on file' }),
      buildPreviewRow({ merchantId: 'mer_3' }),
    ])
    expect(figures.totals).toEqual([
      { currency: 'usd', gross: 58_000, fee: 2_900, adjustments: 0, net: 55_100, count: 2 },
      { currency: 'eur', gross: 100, fee: 5, adjustments: -200, net: -105, count: 1 },
    ])
    expect(figures.merchants.map(({ id }) => id)).toEqual(['mer_2', 'mer_3'])
    expect(figures).toMatchObject({ existing: 1, late: 2, withoutBank: 1, negative: 1 })
    expect(figures.rows.at(-1)?.state).toBe('exists')
  })

  it('has no total where one would not be exact', () => {
    const huge = buildPreviewRow({ gross: Number.MAX_SAFE_INTEGER })
    expect(() => figuresOf([huge, huge])).toThrow(RangeError)
  })

  it('is all that opening the dialog does', async () => {
    const { batches } = renderDialog({
      'payouts.preview': () =>
        previewOf([
          buildPreviewRow({ bankProblem: 'Routing number is missing', lateCount: 3 }),
          buildPreviewRow({ merchantId: 'mer_2', merchantName: 'Old Mill', state: 'exists' }),
        ]),
    })
    const table = await screen.findByRole('table', { name: 'What would be generated' })
    expect(within(table).getByText('already generated')).toBeTruthy()
    expect(within(table).getByText('Routing number is missing')).toBeTruthy()
    expect(screen.getByText('1 payout is new, 1 exists already and stays as it is.')).toBeTruthy()
    expect(screen.getByText(/left out of the bank file until they are there/)).toBeTruthy()
    expect(screen.getByText(/3 charges are of an earlier month/)).toBeTruthy()
    expect(screen.getByText(/platform fee of 5%/)).toBeTruthy()
    expect(batches()).toEqual([])
  })

  it('offers nothing where all is generated, or nothing was charged', async () => {
    renderDialog({ 'payouts.preview': () => previewOf([buildPreviewRow({ state: 'exists' })]) })
    expect(await screen.findByText(/All of this month is generated/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate payouts' }).disabled).toBe(true)
  })

  it('is of the chosen merchant only, where one is chosen', async () => {
    const { batches } = renderDialog({ 'payouts.preview': () => previewOf(merchants(3)) }, { id: 'mer_1', name: 'One' })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 1 payout' }))
    await waitFor(() => expect(batches()).toEqual([{ period: '2026-10', merchantIds: ['mer_1'] }]))
  })

  it('is read again after a failure', async () => {
    let isDown = true
    renderDialog({
      'payouts.preview': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return previewOf([buildPreviewRow()])
      },
    })
    await screen.findByText('The preview could not be loaded')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Generate 1 payout' })).toBeTruthy()
  })
})

describe('generating', () => {
  it('goes in batches of 25 merchants, and tells what became of them', async () => {
    const { batches, shown } = renderDialog({
      'payouts.preview': () => previewOf(merchants(30)),
      'payouts.generate': (batch: Batch) => ({
        results: generated(batch).results.map((one) =>
          one.merchantId === 'mer_29' ? { ...one, outcome: 'exists', payoutIds: ['pay_x'] } : one,
        ),
      }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Generate 30 payouts' }))
    const dialog = await screen.findByRole('dialog', { name: '29 payouts generated' })
    expect(batches().map((batch) => (batch as Batch).merchantIds.length)).toEqual([25, 5])
    expect(within(dialog).getByText('1 merchant had theirs already: nothing was added.')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show drafts' }))
    expect(shown).toEqual(['2026-10'])
  })

  it('stops when asked to: what is done stays done, the rest can be gone on with', async () => {
    const waiting: (() => void)[] = []
    const { batches } = renderDialog({
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
    expect(await screen.findByRole('dialog', { name: '60 payouts generated' })).toBeTruthy()
  })

  it('names whom it failed for, and tries these again', async () => {
    let isDown = true
    renderDialog({
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
    expect(await screen.findByRole('dialog', { name: '26 payouts generated' })).toBeTruthy()
  })
})
