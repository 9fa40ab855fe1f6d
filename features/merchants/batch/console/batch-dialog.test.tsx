import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { MerchantListPage } from '../../console/merchant-list-page'
import type { MerchantSearch } from '../../console/merchant-search-widget'
import type { BatchResult } from '../../contract'
import { buildMerchantRow } from '../../testing/merchant-record-factory'
import { buildSheetParts } from '../../testing/sheet-parts-factory'
import { batchSummary } from './batch-words'
import { runInBatches } from './run-in-batches'

const downloads: FileDownload[] = []
beforeEach(() => {
  downloads.length = 0
  setFileDownloader(async (file) => {
    downloads.push(file)
  })
})

function Page() {
  const [search, setSearch] = useState<MerchantSearch>({})
  if (!useSession().session) return null
  const change = (next: Partial<MerchantSearch>) => setSearch({ ...search, ...next })
  return <MerchantListPage search={search} onSearch={change} parts={buildSheetParts()} />
}

const rows = [
  buildMerchantRow({
    id: 'mer_1',
    name: 'Wren & Rye',
    status: 'pending_review',
    needsReview: true,
    missing: ['plans'],
  }),
  buildMerchantRow({ id: 'mer_2', name: 'Little Harbor', status: 'suspended', missing: [] }),
]

async function renderSelected(answers: Answers) {
  const view = renderConsole(
    <SessionProvider>
      <Page />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'merchants.counts': () => ({ all: 2, live: 0, review: 1, setup: 0, other: 1 }),
      'merchants.list': () => ({ rows, hasMore: false, nextCursor: null, total: 2 }),
      ...answers,
    },
  )
  for (const { name } of rows) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await screen.findByRole('button', { name: 'Mark reviewed' })
  return view
}

const results: BatchResult = [
  { merchantId: 'mer_1', name: 'Wren & Rye', ok: true, error: null },
  { merchantId: 'mer_2', name: 'Little Harbor', ok: false, error: 'This merchant is suspended. Restore it first.' },
]
const inputsOf = (calls: { name: string; input: unknown }[], name: string) =>
  calls.filter((call) => call.name === name).map((call) => call.input)

describe('bulk actions', () => {
  it('name the steps that are missing, and approve such merchants only when told to', async () => {
    const { calls } = await renderSelected({ 'merchants.approveMany': () => results })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 merchants?' })
    expect(within(dialog).getByText('Steps are missing at one merchant')).toBeTruthy()
    expect(within(dialog).getByText('Missing: A plan with an active price')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Approve 1' })).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Approve them all the same' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve 2' }))
    await screen.findByRole('dialog', { name: '1 approved, 1 refused' })
    expect(inputsOf(calls, 'merchants.approveMany')).toMatchObject([{ despiteMissing: true }])
  })

  it('approves the selected with one note and shows the result per row; what was refused stays selected', async () => {
    const { calls } = await renderSelected({ 'merchants.approveMany': () => results })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 merchants?' })
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Checked by phone' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve 1' }))
    const outcome = await screen.findByRole('dialog', { name: '1 approved, 1 refused' })
    expect(inputsOf(calls, 'merchants.approveMany')).toEqual([
      { merchantIds: ['mer_1', 'mer_2'], notes: 'Checked by phone', despiteMissing: false },
    ])
    expect(within(outcome).getByText('This merchant is suspended. Restore it first.')).toBeTruthy()
    fireEvent.click(within(outcome).getAllByRole('button', { name: 'Close' })[0] ?? outcome)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('checkbox', { name: 'Select Little Harbor' })).toHaveProperty('checked', true)
    expect(screen.getByRole('checkbox', { name: 'Select Wren & Rye' })).toHaveProperty('checked', false)
  })

  it('reads the list anew after a bulk action', async () => {
    const { calls } = await renderSelected({ 'merchants.markReviewed': () => results.slice(0, 1) })
    const before = inputsOf(calls, 'merchants.list').length
    fireEvent.click(screen.getByRole('button', { name: 'Mark reviewed' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Mark reviewed 2' }))
    await screen.findByRole('dialog', { name: '1 marked reviewed' })
    await waitFor(() => expect(inputsOf(calls, 'merchants.list').length).toBeGreaterThan(before))
  })

  it('exports the selected rows', async () => {
    await renderSelected({})
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]).toEqual({
      path: '/api/files/merchants-export',
      body: { format: 'csv', ids: ['mer_1', 'mer_2'] },
    })
  })

  it('exports all that match the filters as JSON', async () => {
    await renderSelected({})
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    const all = await screen.findByRole('group', { name: 'All matching (2)' })
    fireEvent.click(within(all).getByText('JSON'))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.body).toEqual({ format: 'json', filter: { tab: 'all', sort: 'name', order: 'desc' } })
  })
})

describe('batches', () => {
  const merchants = Array.from({ length: 120 }, (_, index) => ({ id: `mer_${index}`, name: `Venue ${index}` }))
  const done = (ids: string[]): BatchResult =>
    ids.map((merchantId) => ({ merchantId, name: merchantId, ok: true, error: null }))

  it('asks for no more at once than one request takes', async () => {
    const sizes: number[] = []
    const all = await runInBatches(
      merchants,
      50,
      async (ids) => {
        sizes.push(ids.length)
        return done(ids)
      },
      String,
    )
    expect(sizes).toEqual([50, 50, 20])
    expect(batchSummary('approve', all)).toBe('120 approved')
  })

  it('stops after a batch that fails as a whole, and names every merchant it did not reach', async () => {
    let asked = 0
    const all = await runInBatches(
      merchants,
      50,
      async (ids) => {
        asked += 1
        if (asked === 2) throw new Error('Not authenticated')
        return done(ids)
      },
      (error) => (error instanceof Error ? error.message : ''),
    )
    expect(asked).toBe(2)
    expect(all).toHaveLength(120)
    expect(all[60]).toMatchObject({ name: 'Venue 60', ok: false, error: 'Not authenticated' })
    expect(all[119]).toMatchObject({ ok: false, error: 'Not tried.' })
    expect(batchSummary('approve', all)).toBe('50 approved, 70 refused')
  })
})
