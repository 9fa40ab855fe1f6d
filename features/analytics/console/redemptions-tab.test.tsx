import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { UsageRow } from '@quaff/features/redemptions/usage-contract'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { analyticsSearch, type AnalyticsSearch } from './analytics-search-widget'
import { RedemptionsTab } from './redemptions-tab'

const row: UsageRow = {
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  subscriberName: 'Ana Pereira',
  userId: 'usr_1',
  locationId: 'loc_1',
  locationName: 'Alder Street',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: new Date('2026-03-01T09:00:00Z'),
  method: 'barcode',
  status: 'completed',
  sincePreviousMs: null,
  flags: [],
  voided: null,
  kept: null,
}

function Page({ start, merchantId }: { start: AnalyticsSearch; merchantId: string | undefined }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  return (
    <>
      <output aria-label="address">{JSON.stringify(search)}</output>
      <RedemptionsTab
        merchantId={merchantId}
        search={search}
        onSearch={(next) => setSearch((old) => analyticsSearch.read({ ...old, ...next }))}
      />
    </>
  )
}

function open(start: Record<string, unknown> = {}, merchantId?: string) {
  const view = renderConsole(
    <SessionProvider>
      <Page start={analyticsSearch.read({ tab: 'redemptions', ...start })} merchantId={merchantId} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role: 'quaff_admin' }),
      'redemptions.list': ({ status }: { status?: string }) => {
        const rows = status === 'voided' ? [] : [row]
        return { rows, total: rows.length, hasMore: false, nextCursor: null }
      },
      'redemptions.get': () => row,
      'redemptions.options': () => ({ locations: [], plans: [], methods: ['barcode', 'manual'] }),
      'redemptions.void': () => ({ ...row, status: 'voided' }),
      'merchants.options': () => [{ id: 'mer_1', name: 'Bean There' }],
      'merchants.get': () => ({ id: 'mer_1', name: 'Bean There' }),
    },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  const address = (): unknown => JSON.parse(screen.getByRole('status', { name: 'address' }).textContent)
  return { ...view, inputs, address, user: userEvent.setup() }
}

it('lists those of all merchants with the merchant of each, and no filter by place', async () => {
  const { inputs } = open()
  await screen.findByRole('columnheader', { name: /Merchant/ })
  await screen.findAllByText('Bean There')
  expect(inputs('redemptions.list')).toEqual([{ limit: 20 }])
  expect(inputs('redemptions.options')).toEqual([{}])
  expect(screen.queryByRole('button', { name: /^Location/ })).toBeNull()
})

it('filters by what its own words in the address say, exports just that, and clears it', async () => {
  const downloads: FileDownload[] = []
  setFileDownloader((download) => {
    downloads.push(download)
    return Promise.resolve()
  })
  const { inputs, address, user } = open({
    redeemedFrom: '2026-03-01',
    redeemedTo: '2026-03-02',
    redemptionStatus: 'voided',
    method: 'manual',
    merchantId: 'mer_1',
    from: '2026-01-01',
  })
  const filter = {
    from: new Date('2026-03-01T00:00:00.000Z'),
    to: new Date('2026-03-02T23:59:59.999Z'),
    method: 'manual',
    status: 'voided',
  }
  const clear = await screen.findByRole('button', { name: 'Clear filters' })
  expect(inputs('redemptions.list')).toEqual([{ merchantId: 'mer_1', ...filter, limit: 20 }])
  await openListPart('Export')
  await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  expect(downloads[0]).toMatchObject({
    path: '/api/files/redemptions-export',
    body: { merchantId: 'mer_1', format: 'csv', filter },
  })
  await user.click(clear)
  await screen.findByText('Ana Pereira')
  expect(address()).toEqual({ tab: 'redemptions', from: '2026-01-01' })
})

it('opens one in a sheet that says of which merchant it was, and voids it from there', async () => {
  const { inputs, address, user } = open()
  await user.click((await screen.findAllByText('Ana Pereira'))[0] ?? document.body)
  expect(address()).toMatchObject({ redemption: `${row.redeemedAt.getTime()}_red_1` })
  const sheet = within(await screen.findByRole('dialog', { name: 'Redemption by Ana Pereira' }))
  sheet.getByText('Bean There')
  await user.click(sheet.getByRole('button', { name: 'Void redemption' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void this redemption?' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Scanned twice')
  await user.click(dialog.getByRole('button', { name: 'Void redemption' }))
  await waitFor(() =>
    expect(inputs('redemptions.void')).toEqual([
      { redemptionId: 'red_1', redeemedAt: row.redeemedAt, reason: 'Scanned twice' },
    ]),
  )
})

it('of one merchant asks for that alone, and shows neither its column nor its filter', async () => {
  const { inputs } = open({ merchantId: 'mer_other' }, 'mer_1')
  await screen.findByText('Ana Pereira')
  expect(inputs('redemptions.list')).toEqual([{ merchantId: 'mer_1', limit: 20 }])
  expect(screen.queryByRole('columnheader', { name: /Merchant/ })).toBeNull()
  expect(inputs('merchants.options')).toEqual([])
})
