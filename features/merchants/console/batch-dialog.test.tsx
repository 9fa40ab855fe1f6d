import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { BatchResult } from '../contract'
import { buildMerchantRow } from '../testing/merchant-record-factory'
import { buildSheetParts } from '../testing/sheet-parts-factory'
import { batchSummary } from './action-labels'
import { runInBatches } from './batch-dialog'
import { MerchantListPage } from './merchant-list-page'
import type { MerchantSearch } from './merchant-search-widget'

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
  buildMerchantRow({ id: 'mer_2', name: 'Little Harbor', status: 'active', needsReview: true, missing: [] }),
  buildMerchantRow({ id: 'mer_3', name: 'Copper Kettle', status: 'suspended', missing: [] }),
]

async function renderSelected(answers: Answers) {
  const view = renderConsole(
    <SessionProvider>
      <Page />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'merchants.counts': () => ({ all: 42, live: 0, review: 2, setup: 0, other: 40 }),
      'merchants.list': () => ({ rows, hasMore: false, nextCursor: null, total: 42 }),
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
  it('count what they will change, name why the others are skipped, and ask before steps are overlooked', async () => {
    const { calls } = await renderSelected({ 'merchants.approveMany': () => results })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve 1 merchant?' })
    expect(within(dialog).getByText('Missing: A plan with an active price')).toBeTruthy()
    expect(within(dialog).getByText('This merchant is suspended. Restore it first.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Approve 1' })).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Approve 1 merchant with missing steps too' }))
    expect(within(dialog).getByRole('heading', { name: 'Approve 2 merchants?' })).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve 2' }))
    await screen.findByRole('dialog', { name: '1 approved · 1 failed' })
    expect(inputsOf(calls, 'merchants.approveMany')).toMatchObject([
      { merchantIds: ['mer_1', 'mer_2'], despiteMissing: true },
    ])
  })

  it('approve with one note and show the result for each; what failed or was skipped stays selected', async () => {
    const { calls } = await renderSelected({
      'merchants.approveMany': () => [{ merchantId: 'mer_2', name: 'Little Harbor', ok: true, error: null }],
    })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve 1 merchant?' })
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Checked by phone' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve 1' }))
    const outcome = await screen.findByRole('dialog', { name: '1 approved' })
    expect(inputsOf(calls, 'merchants.approveMany')).toEqual([
      { merchantIds: ['mer_2'], notes: 'Checked by phone', despiteMissing: false },
    ])
    fireEvent.click(within(outcome).getAllByRole('button', { name: 'Close' })[0] ?? outcome)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    for (const [name, checked] of [
      ['Little Harbor', false],
      ['Wren & Rye', true],
      ['Copper Kettle', true],
    ] as const)
      expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toHaveProperty('checked', checked)
  })

  it('restore a typed note after a crash, and ask about the missing steps again', async () => {
    const lost = await renderSelected({})
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const first = within(await screen.findByRole('dialog', { name: 'Approve 1 merchant?' }))
    fireEvent.change(first.getByLabelText('Notes'), { target: { value: 'Checked by phone' } })
    fireEvent.click(first.getByRole('checkbox', { name: 'Approve 1 merchant with missing steps too' }))
    fireEvent.click(first.getByRole('button', { name: 'Cancel' }))
    expect(first.getByText('Discard what you typed?')).toBeTruthy()
    lost.unmount()
    await renderSelected({})
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const second = within(await screen.findByRole('dialog', { name: 'Approve 1 merchant?' }))
    expect(second.getByLabelText('Notes')).toHaveProperty('value', 'Checked by phone')
    expect(second.getByRole('button', { name: 'Approve 1' })).toBeTruthy()
  })

  it('reach all that match, read beyond the loaded rows', async () => {
    const more = buildMerchantRow({ id: 'mer_4', name: 'Beyond the page', needsReview: true, missing: [] })
    await renderSelected({
      'merchants.list': ({ limit }: { limit: number }) =>
        limit === 100
          ? { rows: [...rows, more], hasMore: false, nextCursor: null, total: 42 }
          : { rows, hasMore: false, nextCursor: null, total: 42 },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Select all 42' }))
    await screen.findByText('First 4 of 42 selected', { selector: '.q-strong' })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 merchants?' })
    expect(within(dialog).getByText('Beyond the page')).toBeTruthy()
  })

  it('reads the list again after a bulk action', async () => {
    const { calls } = await renderSelected({ 'merchants.markReviewed': () => results.slice(0, 1) })
    const before = inputsOf(calls, 'merchants.list').length
    fireEvent.click(screen.getByRole('button', { name: 'Mark reviewed' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Mark reviewed 1' }))
    await screen.findByRole('dialog', { name: '1 marked reviewed' })
    await waitFor(() => expect(inputsOf(calls, 'merchants.list').length).toBeGreaterThan(before))
  })

  it('exports the selected rows', async () => {
    await renderSelected({})
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]).toEqual({
      path: '/api/files/merchants-export',
      body: { format: 'csv', ids: ['mer_1', 'mer_2', 'mer_3'] },
    })
  })

  it('exports all that match the filters as JSON', async () => {
    await renderSelected({})
    await openListPart('Export')
    const all = await screen.findByRole('group', { name: 'All matching (42)', hidden: true })
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
    let requested = 0
    const all = await runInBatches(
      merchants,
      50,
      async (ids) => {
        requested += 1
        if (requested === 2) throw new Error('Not authenticated')
        return done(ids)
      },
      (error) => (error instanceof Error ? error.message : ''),
    )
    expect(requested).toBe(2)
    expect(all).toHaveLength(120)
    expect(all[60]).toMatchObject({ name: 'Venue 60', ok: false, error: 'Not authenticated' })
    expect(all[119]).toMatchObject({ ok: false, error: 'Not tried.' })
    expect(batchSummary('approve', all)).toBe('50 approved · 50 failed · 20 not tried')
  })
})
