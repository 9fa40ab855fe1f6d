import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
import { chipChange } from '@quaff/platform/console/list/filter-definition'
import { listInput } from '@quaff/platform/console/testing/list-probe'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { promotionIds, type PromotionRow } from '../contract'
import { promotionRefusals } from '../refusals'
import { metadataText } from './metadata-fields'
import { promotionSearch, type PromotionSearch } from './promotion-search-widget'
import { PromotionsPage, promotionList } from './promotions-page'

const row = (change: Partial<PromotionRow> = {}): PromotionRow => ({
  merchantId: 'mer_1',
  merchantName: 'Wren & Rye',
  merchantStatus: 'active',
  logoUrl: null,
  businessType: 'coffee_shop',
  promotionId: 'happy_hour',
  enabled: true,
  metadata: { limitPerCustomer: 2, endsOn: '2031-12-31' },
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  updatedBy: 'usr_1',
  updatedByName: 'Maya Lindqvist',
  version: 3,
  ...change,
})
const off = (change: Partial<PromotionRow> = {}) =>
  row({ enabled: false, metadata: null, updatedAt: null, updatedBy: null, updatedByName: null, version: 0, ...change })
const page = (rows: PromotionRow[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const ofMerchant = (one: PromotionRow) => ({
  merchantId: one.merchantId,
  merchantName: one.merchantName,
  merchantStatus: one.merchantStatus,
  promotions: [one],
  plans: [{ id: 'pln_1', name: 'Daily Cup', active: true }],
})
const refusal = (code: 'CONFLICT' | 'SERVICE_UNAVAILABLE', reason: string, message: string) =>
  new ORPCError(code, { message, data: { reason } })

function Page({ start, seen }: { start: PromotionSearch; seen: (search: PromotionSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<PromotionSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <PromotionsPage search={search} onSearch={change} />
}

function renderPage(answers: Answers, start: PromotionSearch = { promotion: 'happy_hour' }) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'promotions.catalogue': () => promotionIds.map((promotionId) => ({ promotionId, enabledCount: 4 })),
      'promotions.listForPromotion': () => page([row(), off({ merchantId: 'mer_2', merchantName: 'Tide & Bean' })]),
      'promotions.listForMerchant': ({ merchantId }: { merchantId: string }) =>
        ofMerchant(merchantId === 'mer_1' ? row() : off({ merchantId: 'mer_2', merchantName: 'Tide & Bean' })),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, search: () => latest, sent, user: userEvent.setup() }
}
const switchOf = (merchant: string) => screen.findByRole('switch', { name: `Happy hour at ${merchant}` })

describe('the address', () => {
  it.each<[Record<string, unknown>, PromotionSearch]>([
    [
      { promotion: 'early_bird', tab: 'merchant', enabled: 'true' },
      { promotion: 'early_bird', tab: 'merchant', enabled: true },
    ],
    [{ promotion: 'gone', tab: 'x', enabled: 'maybe', sort: 'price', page: 0, id: '../x' }, {}],
    [
      { updatedFrom: '2026-11-01', updatedTo: '2026-13-01', q: ' tea ' },
      { updatedFrom: '2026-11-01', q: 'tea' },
    ],
  ])('reads %j', (raw, expected) => {
    expect(promotionSearch.read(raw)).toEqual(expected)
  })

  it('turns days into moments of the platform’s zone, and chips into parameters', () => {
    const details = { promotion: { id: 'happy_hour', title: 'Happy hour' }, timeZone: 'UTC' } as const
    expect(listInput(promotionList, { updatedFrom: '2026-11-01', updatedTo: '2026-11-01' }, details)).toMatchObject({
      updatedFrom: new Date('2026-11-01T00:00:00.000Z'),
      updatedTo: new Date('2026-11-01T23:59:59.999Z'),
      sort: 'name',
      order: 'asc',
    })
    expect(chipChange(promotionList, 'enabled', 'false')).toEqual({ enabled: false, page: undefined })
  })
})

it.each([
  [{}, 'No limits'],
  [{ endsOn: '2026-12-31', limitPerCustomer: 2 }, 'until Dec 31, 2 per customer'],
  [{ startsOn: '2026-12-01', endsOn: '2027-01-06', limitTotal: 1500 }, 'from Dec 1 until Jan 6, 2027, 1,500 in total'],
  [{ startsOn: '2026-01-01', endsOn: '2026-02-01' }, 'ended Feb 1'],
  [{ planIds: ['a'], note: 'Bar only' }, '1 plan only, “Bar only”'],
])('details %j read "%s"', (metadata, expected) => {
  expect(metadataText(metadata, '2026-11-21')).toBe(expected)
})

describe('the grid', () => {
  it('shows merchant, switch, key metadata in words, updated and updated by', async () => {
    renderPage({})
    expect((await switchOf('Wren & Rye')).getAttribute('aria-disabled')).toBeNull()
    const table = screen.getByRole('grid', { name: 'Merchants and Happy hour' })
    expect(within(table).getAllByText('until Dec 31, 2031, 2 per customer')).not.toHaveLength(0)
    expect(within(table).getByText('Maya Lindqvist')).toBeTruthy()
    const entry = await screen.findByRole('link', { name: /^Happy hour 4 merchants have it enabled/ })
    expect(entry.getAttribute('aria-current')).toBe('true')
  })

  it('changes to another promotion from the catalogue', async () => {
    const { search, user } = renderPage({})
    await user.click(await screen.findByRole('link', { name: /^Early bird/ }))
    expect(search().promotion).toBe('early_bird')
  })

  it('asks for details before it enables, keeps what was typed when the server refuses, and saves', async () => {
    let isDown = true
    const { sent, user, search } = renderPage({
      'promotions.setEnabled': () => {
        if (isDown) throw new Error('down')
        return off({ merchantId: 'mer_2', enabled: true, metadata: {}, version: 1 })
      },
    })
    await user.click(await switchOf('Tide & Bean'))
    const dialog = await screen.findByRole('dialog', { name: 'Happy hour at Tide & Bean' })
    await user.type(await within(dialog).findByLabelText('Limit per customer'), '2')
    await user.click(within(dialog).getByRole('button', { name: 'Enable' }))
    expect(await within(dialog).findByText(unconfirmedText)).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Limit per customer').value).toBe('2')
    isDown = false
    await user.click(within(dialog).getByRole('button', { name: 'Enable' }))
    await waitFor(() => expect(search().id).toBeUndefined())
    expect(sent('promotions.setEnabled').at(-1)).toEqual({
      merchantId: 'mer_2',
      promotionId: 'happy_hour',
      enabled: true,
      metadata: { limitPerCustomer: 2 },
      version: 0,
    })
  })

  it('gives the focus back to the switch when the details are closed', async () => {
    const { user } = renderPage({})
    const control = await switchOf('Tide & Bean')
    control.focus()
    await user.keyboard(' ')
    await screen.findByRole('button', { name: 'Enable' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(control))
  })

  it('says at the field what is wrong, before anything is sent', async () => {
    const { sent, user } = renderPage({}, { promotion: 'happy_hour', id: 'mer_1' })
    const field = await screen.findByLabelText('Limit in total')
    await user.type(field, '1')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    expect(await screen.findByText(/The per-customer limit can’t exceed the total/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'many')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    expect(await screen.findByText(/Enter a whole number/)).toBeTruthy()
    expect(sent('promotions.setEnabled')).toEqual([])
  })

  it('keeps typed text when another user was first, beside theirs', async () => {
    let stored = row()
    const { user } = renderPage(
      {
        'promotions.listForMerchant': () => ofMerchant(stored),
        'promotions.setEnabled': () => {
          stored = row({ version: 4, metadata: { note: 'Theirs' } })
          throw refusal('CONFLICT', 'STALE_VERSION', 'This was changed while you were editing.')
        },
      },
      { promotion: 'happy_hour', id: 'mer_1' },
    )
    await user.type(await screen.findByLabelText('Note'), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save details' }))
    expect(await screen.findByText(/This promotion was changed while you were editing/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Mine')
    await user.click(screen.getByRole('radio', { name: /^Saved version/ }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Theirs')
  })
})

describe('disabling', () => {
  it('happens at once, says that dates and limits are cleared, and Undo brings them back', async () => {
    const { user, sent } = renderPage({
      'promotions.setEnabled': () => row({ enabled: false, metadata: null, version: 4 }),
      'promotions.undoDisable': () => row({ version: 5 }),
    })
    await user.click(await switchOf('Wren & Rye'))
    expect(await screen.findByText('Wren & Rye. Dates and limits cleared.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Happy hour enabled again')).toBeTruthy()
    expect(sent('promotions.undoDisable')).toEqual([{ merchantId: 'mer_1', promotionId: 'happy_hour', version: 4 }])
  })

  it('§8 shows "Promotion document missing after update" on its row with Retry', async () => {
    let isMissing = true
    const { user, sent } = renderPage({
      'promotions.listForPromotion': () =>
        page([row({ metadata: {} }), row({ merchantId: 'mer_2', merchantName: 'Tide & Bean' })]),
      'promotions.setEnabled': () => {
        if (isMissing)
          throw refusal('SERVICE_UNAVAILABLE', 'PROMOTION_MISSING', promotionRefusals.PROMOTION_MISSING.text)
        return row({ enabled: false, metadata: null, version: 4 })
      },
    })
    await user.click(await switchOf('Wren & Rye'))
    const error = await screen.findByText('Promotion document missing after update')
    const itsRow = error.closest('tr')
    expect(itsRow?.getAttribute('data-row-id')).toBe('mer_1')
    isMissing = false
    await user.click(within(itsRow ?? document.body).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText('Promotion document missing after update')).toBeNull())
    expect(sent('promotions.setEnabled')).toHaveLength(2)
  })
})

it('keeps the details of an enable whose document went missing for Retry on the row', async () => {
  let isMissing = true
  const { user, sent, search } = renderPage(
    {
      'promotions.setEnabled': () => {
        if (isMissing)
          throw refusal('SERVICE_UNAVAILABLE', 'PROMOTION_MISSING', promotionRefusals.PROMOTION_MISSING.text)
        return off({ merchantId: 'mer_2', enabled: true, metadata: { note: 'Bar only' }, version: 1 })
      },
    },
    { promotion: 'happy_hour', id: 'mer_2' },
  )
  await user.type(await screen.findByLabelText('Note'), 'Bar only')
  await user.click(screen.getByRole('button', { name: 'Enable' }))
  const error = await screen.findByText(promotionRefusals.PROMOTION_MISSING.text)
  expect(search().id).toBeUndefined()
  isMissing = false
  await user.click(within(error.closest('tr') ?? document.body).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(promotionRefusals.PROMOTION_MISSING.text)).toBeNull())
  const [first, second] = sent('promotions.setEnabled')
  expect(second).toEqual(first)
  expect(second).toMatchObject({ metadata: { note: 'Bar only' } })
})

describe('bulk', () => {
  it('previews what would change, sends the previewed versions, and gives one result per row', async () => {
    const { user, sent } = renderPage({
      'promotions.previewBulk': () => [
        {
          merchantId: 'mer_1',
          name: 'Wren & Rye',
          outcome: 'stay',
          reason: 'Already enabled, keeps its details',
          version: 3,
        },
        { merchantId: 'mer_2', name: 'Tide & Bean', outcome: 'change', reason: null, version: 7 },
      ],
      'promotions.bulk': () => [
        { merchantId: 'mer_2', ok: false, changed: false, error: 'This merchant is archived.', version: null },
      ],
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Wren & Rye' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Tide & Bean' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Enable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enable Happy hour for 2 merchants' })
    expect(await within(dialog).findByText('1 will change, 1 stays as it is.')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Limit in total'), '50')
    await user.click(within(dialog).getByRole('button', { name: 'Enable for 1 merchant' }))
    expect(await within(dialog).findByText('This merchant is archived.')).toBeTruthy()
    expect(within(dialog).getByText('0 merchants changed, 1 failed.')).toBeTruthy()
    expect(sent('promotions.bulk')).toEqual([
      {
        promotionId: 'happy_hour',
        enabled: true,
        rows: [{ merchantId: 'mer_2', version: 7 }],
        metadata: { limitTotal: 50 },
      },
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Retry 1 merchant' }))
    await waitFor(() => expect(sent('promotions.previewBulk').at(-1)).toMatchObject({ merchantIds: ['mer_2'] }))
    expect(within(dialog).getByLabelText<HTMLInputElement>('Limit in total').value).toBe('50')
    await user.keyboard('{Escape}')
    expect(await within(dialog).findByText('Discard what you typed?')).toBeTruthy()
    await waitFor(() => expect(JSON.stringify({ ...window.sessionStorage })).toContain('limitTotal'))
  })

  it('calls the outcome unknown where no answer came, and shows the words of a refusal', async () => {
    const preview = [{ merchantId: 'mer_1', name: 'Wren & Rye', outcome: 'change', reason: null, version: 7 }]
    let error: Error = new TypeError('Failed to fetch')
    const { user } = renderPage({
      'promotions.previewBulk': () => preview,
      'promotions.bulk': () => Promise.reject(error),
    })
    const enable = async () => {
      const dialog = await screen.findByRole('dialog', { name: 'Enable Happy hour for 1 merchant' })
      await user.click(await within(dialog).findByRole('button', { name: 'Enable for 1 merchant' }))
      return within(dialog)
    }
    await user.click(await screen.findByRole('checkbox', { name: 'Select Wren & Rye' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Enable' }))
    const dialog = await enable()
    expect(await dialog.findByText('0 merchants changed, 1 not confirmed.')).toBeTruthy()
    expect(dialog.getByText('Not confirmed')).toBeTruthy()
    expect(dialog.getByText(unconfirmedText)).toBeTruthy()
    error = new ORPCError('FORBIDDEN', { message: 'Your role doesn’t allow this.' })
    await user.click(dialog.getByRole('button', { name: 'Retry 1 merchant' }))
    await enable()
    expect(await dialog.findByText('Your role doesn’t allow this.')).toBeTruthy()
    expect(dialog.getByText('0 merchants changed, 1 failed.')).toBeTruthy()
  })

  it('selects all that match, beyond what is loaded', async () => {
    const { user } = renderPage({
      'promotions.listForPromotion': ({ limit, cursor }: { limit: number; cursor?: string }) => {
        if (limit === 20) return { ...page([row()]), hasMore: true, nextCursor: 'next', total: 3 }
        return cursor
          ? { ...page([row({ merchantId: 'mer_3' })]), total: 3 }
          : { ...page([row(), row({ merchantId: 'mer_2' })]), hasMore: true, nextCursor: 'more', total: 3 }
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Wren & Rye' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
    expect(await screen.findAllByText('All 3 selected')).not.toHaveLength(0)
  })
})

describe('states', () => {
  it('fails inline with Retry, the catalogue alive', async () => {
    let isDown = true
    renderPage({
      'promotions.listForPromotion': () => {
        if (isDown) throw new Error('down')
        return page([row()])
      },
    })
    expect(await screen.findByText('Couldn’t load merchants')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /^Early bird 4/ })).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Wren & Rye')).toBeTruthy()
  })

  it('offers "Clear filters" when nothing matches', async () => {
    const { search, user } = renderPage({ 'promotions.listForPromotion': () => page([]) }, { q: 'zzz', enabled: true })
    expect(await screen.findByText('No results for “zzz”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(search()).toMatchObject({ q: undefined, enabled: undefined })
  })
})
