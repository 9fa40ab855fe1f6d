import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { offeredOf } from '@quaff/platform/console/frame/command'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { AffiliateLink, LinkState } from '../contract'
import { buildLink, buildLinkDays, buildLinkTotals } from '../testing/link-row-factory'
import { affiliateSearch, type AffiliateSearch } from './affiliate-search-widget'
import { AffiliatesPage } from './affiliates-page'
import { linkCommands } from './link-commands-widget'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-20T12:00:00Z'), toFake: ['Date'] }))

const page = (rows: AffiliateLink[], total = rows.length) => ({ rows, hasMore: false, nextCursor: null, total })
const as = (role: string, merchantIds = ['mer_1']) =>
  buildSession({ role, merchantIds, assigned: { id: 'mer_1', name: 'Half Moon', logoUrl: null, temporary: false } })
const two = page([
  buildLink(),
  buildLink({
    id: 'lnk_2',
    name: '<b>News</b>',
    slug: 'news',
    address: 'https://quaff.test/r/news',
    code: 'NEWS',
    merchantId: null,
    merchantName: null,
    destination: 'partner_signup',
    state: 'scheduled',
    clicks: 0,
    signups: null,
    subscriptions: null,
    firstDrinks: null,
  }),
])

function Harness({ start, seen }: { start: AffiliateSearch; seen: (search: AffiliateSearch) => void }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<AffiliateSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <AffiliatesPage search={search} onSearch={change} />
}

function renderPage(answers: Answers = {}, start: AffiliateSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'affiliates.list': () => two,
      'affiliates.totals': () => buildLinkTotals(),
      'affiliates.get': () => buildLink(),
      'affiliates.days': () => buildLinkDays(),
      'affiliates.check': () => ({ slugFree: true, codeFree: true }),
      'merchants.options': () => [],
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent, search: () => latest }
}
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') ?? document.body

describe('the address of the page', () => {
  it('keeps what is valid and drops the rest', () => {
    const valid = { status: 'archived', merchantId: 'mer_1', q: 'tent', page: 2, id: 'lnk_1', action: 'create' }
    expect(affiliateSearch.read(valid)).toEqual(valid)
    expect(affiliateSearch.read({ status: 'gone', merchantId: 'a/b', page: 1, id: {}, action: 'archive' })).toEqual({})
  })
})

describe('the list of links', () => {
  it('§G37 shows whose they are and what came of them, and "—" with the reason where nothing is known', async () => {
    renderPage()
    const tent = await rowOf('Table tent')
    expect(within(tent).getAllByText('/r/table-tent').length).toBeGreaterThan(0)
    for (const text of ['Home page', 'Half Moon', '80', '10', '12.5%', '4', 'Active'])
      expect(within(tent).getByText(text)).toBeTruthy()
    const news = await rowOf('<b>News</b>')
    for (const text of ['Platform', 'Partner signup', 'Scheduled', 'No signups with a code yet'])
      expect(within(news).getByText(text)).toBeTruthy()
    expect(within(news).getAllByText('—')).toHaveLength(3)
    const spoken = within(news).getAllByText(/ yet$|^Available after/)
    expect(new Set(spoken.map(({ textContent }) => textContent)).size).toBe(spoken.length)
    expect(screen.getByRole('columnheader', { name: 'Created' })).toBeTruthy()
  })

  it('adds up what is known in tiles, each with its formula', async () => {
    renderPage({ 'affiliates.totals': () => buildLinkTotals({ signups: null, subscriptions: 1_234 }) })
    const tiles = await screen.findByRole('region', { name: 'Affiliate link stats' })
    expect(await within(tiles).findByText('1,234')).toBeTruthy()
    expect(within(tiles).getByText('No signups with a code yet')).toBeTruthy()
    await userEvent.click(within(tiles).getByRole('button', { name: 'About Clicks' }))
    expect(await screen.findByText(/Bots and your own visits are excluded/)).toBeTruthy()
  })

  it('asks for the tab, the chosen merchant and what is searched', async () => {
    const { sent } = renderPage({ 'sessions.current': () => as('merchant_owner') }, { q: 'tent' })
    await rowOf('Table tent')
    expect(sent('affiliates.list')).toEqual([{ merchantId: 'mer_1', status: 'active', q: 'tent', limit: 20 }])
    expect(sent('affiliates.totals')).toEqual([{ merchantId: 'mer_1' }])
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull()
    // The totals ignore the search, so the tabs show no counts during one.
    await userEvent.click(screen.getByRole('tab', { name: 'Archived' }))
    await waitFor(() => expect(sent('affiliates.list').at(-1)).toMatchObject({ status: 'archived' }))
  })

  it('copies a short link and says so', async () => {
    const user = userEvent.setup()
    renderPage()
    await user.click(within(await rowOf('Table tent')).getByRole('button', { name: 'Copy link for Table tent' }))
    expect(await navigator.clipboard.readText()).toBe('https://quaff.test/r/table-tent')
    expect(await screen.findByText('Link copied')).toBeTruthy()
  })

  it('exports what matches or what is selected', async () => {
    const files: FileDownload[] = []
    setFileDownloader(async (file) => void files.push(file))
    renderPage()
    await userEvent.click(within(await rowOf('Table tent')).getByRole('checkbox'))
    await openListPart('Export')
    const [csv] = await screen.findAllByRole('menuitem', { name: 'CSV', hidden: true })
    expect(csv?.closest('[role=group]')?.getAttribute('aria-label')).toBe('Selected (1)')
    fireEvent.click(csv ?? document.body)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]).toMatchObject({ path: '/api/files/affiliates-export', body: { format: 'csv', ids: ['lnk_1'] } })
  })

  it('without a link explains one use', async () => {
    renderPage({ 'affiliates.list': () => page([]) })
    expect(await screen.findByText(/Try a table tent/)).toBeTruthy()
  })
})

describe('a viewer', () => {
  const viewer = { 'sessions.current': () => as('merchant_viewer') }

  it('reads, and finds the reason on what is disabled', async () => {
    renderPage(viewer, { id: 'lnk_1' })
    const create = await screen.findByRole('button', { name: /Create link/ })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    expect(create.getAttribute('aria-description')).toBe('Only administrators and owners can do this.')
    const sheet = await screen.findByRole('dialog', { name: 'Table tent' })
    for (const name of [/Edit/, /Duplicate/, /Archive/])
      expect(within(sheet).getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    expect(
      within(sheet)
        .getByRole('button', { name: /QR code/ })
        .getAttribute('aria-disabled'),
    ).toBeNull()
  })

  it('has no menu entry and no key for it', async () => {
    renderPage(viewer)
    fireEvent.click(within(await rowOf('Table tent')).getByRole('button', { name: 'More actions for Table tent' }))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy link', 'QR codeQ'])
    await userEvent.keyboard('{Escape}')
    fireEvent.keyDown(document.body, { key: 'c' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens no form by an address', async () => {
    renderPage(viewer, { action: 'create' })
    await rowOf('Table tent')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a link in the sheet', () => {
  it('has its figures, and the next one by arrow', async () => {
    const { search } = renderPage({}, { id: 'lnk_1' })
    const sheet = await screen.findByRole('dialog', { name: 'Table tent' })
    expect(within(sheet).getByText('1 of 2')).toBeTruthy()
    expect(within(sheet).getByText('Conversion').closest('div')?.textContent).toContain('12.5%')
    expect(within(sheet).getByText('First drinks').closest('div')?.textContent).toContain('3')
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await waitFor(() => expect(search().id).toBe('lnk_2'))
  })

  it('§0023 names the addresses that it had before, which still lead to it', async () => {
    renderPage({}, { id: 'lnk_1' })
    await screen.findByText('Destination')
    expect(screen.queryByText('Former links')).toBeNull()
    cleanup()
    const formerAddresses = ['https://quaff.test/r/tent-2', 'https://quaff.test/r/tent-1']
    renderPage({ 'affiliates.get': () => buildLink({ formerAddresses }) }, { id: 'lnk_1' })
    const details = (await screen.findByText('Former links')).closest('div')
    expect(details?.textContent).toBe(`Former links${formerAddresses.join('')}These still work.`)
  })

  it('says its last day, not the instant after it', async () => {
    const ends = buildLink({ endsAt: new Date('2026-04-01T00:00:00Z') })
    renderPage({ 'affiliates.get': () => ends }, { id: 'lnk_1' })
    expect(await screen.findByText('Mar 31')).toBeTruthy()
  })

  it('shows its code for a phone by key', async () => {
    renderPage({}, { id: 'lnk_1' })
    await screen.findByRole('dialog', { name: 'Table tent' })
    fireEvent.keyDown(document.body, { key: 'q' })
    const dialog = await screen.findByRole('dialog', { name: 'QR code for Table tent' })
    expect(within(dialog).getByRole('img', { name: 'QR code for https://quaff.test/r/table-tent' })).toBeTruthy()
    for (const name of ['SVG', 'PNG', 'Print']) expect(within(dialog).getByRole('button', { name })).toBeTruthy()
  })

  it.each([
    ['e', 'table-tent'],
    ['d', 'table-tent-2'],
  ])('opens its form by the key %s, at the address %s', async (key, slug) => {
    renderPage({}, { id: 'lnk_1' })
    await screen.findByRole('dialog', { name: 'Table tent' })
    fireEvent.keyDown(document.body, { key })
    expect(await screen.findByRole('textbox', { name: 'Short link' })).toHaveProperty('value', slug)
  })

  it('is archived at once, and restored by Undo with the version of the answer', async () => {
    let stored = buildLink({ version: 1 })
    const setArchived = vi.fn(() => {
      stored = buildLink({ state: stored.state === 'archived' ? 'active' : 'archived', version: stored.version + 1 })
      return stored
    })
    const answers = { 'affiliates.get': () => stored, 'affiliates.setArchived': setArchived }
    const { sent } = renderPage(answers, { id: 'lnk_1' })
    const sheet = await screen.findByRole('dialog', { name: 'Table tent' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Archive' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await within(sheet).findByRole('button', { name: 'Archive' })).toBeTruthy()
    expect(sent('affiliates.setArchived')).toEqual([
      { linkId: 'lnk_1', version: 1, archived: true },
      { linkId: 'lnk_1', version: 2, archived: false },
    ])
  })

  it('stays as it was where the server refuses, with the reason', async () => {
    const refuse = () => {
      throw new ORPCError('CONFLICT', { message: 'This was changed while you were editing.' })
    }
    renderPage({ 'affiliates.setArchived': refuse }, { id: 'lnk_1' })
    const sheet = await screen.findByRole('dialog', { name: 'Table tent' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('This was changed while you were editing.')).toBeTruthy()
    expect(within(sheet).getByRole('button', { name: 'Archive' })).toBeTruthy()
  })
})

it('a link offers what its state leaves', () => {
  const details = { userId: 'usr_1', role: 'quaff_admin', merchantId: undefined, merchantIds: [] }
  const offered = (state: LinkState) =>
    offeredOf(linkCommands, { id: 'lnk_1', name: 'Table tent', state }, details).map(({ name }) => name)
  expect(offered('ended')).toEqual(['copy', 'qr', 'edit', 'duplicate', 'archive'])
  expect(offered('archived')).toEqual(['copy', 'qr', 'edit', 'duplicate', 'restore'])
})
