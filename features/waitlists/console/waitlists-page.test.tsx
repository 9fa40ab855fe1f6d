import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { ChangeEntriesInput } from '../entries-contract'
import { buildEntryRecord, buildEntryRow, buildWaitlist } from '../testing/waitlist-rows-factory'
import type { WaitlistSearch } from './waitlist-search-widget'
import { WaitlistsPage } from './waitlists-page'

const page = (rows: ReturnType<typeof buildEntryRow>[]) => ({
  rows,
  hasMore: false,
  nextCursor: null,
  total: rows.length,
})
const three = page([
  buildEntryRow(),
  buildEntryRow({ id: 'wle_2', name: '<b>Ben</b>', email: 'ben@example.test', status: 'shortlisted' }),
  buildEntryRow({ id: 'wle_3', name: '', email: 'cleo@example.test', status: 'joined' }),
])
const allDone = ({ entries }: ChangeEntriesInput) => entries.map(({ id }) => ({ id, label: id, ok: true, error: null }))

function Page({ start, seen }: { start: WaitlistSearch; seen: (search: WaitlistSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<WaitlistSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <WaitlistsPage search={search} onSearch={change} />
}

function renderPage(answers: Answers = {}, start: WaitlistSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'waitlists.list': () => [buildWaitlist()],
      'waitlists.entries': () => three,
      'waitlists.sources': () => [{ source: 'join page', count: 3 }],
      'waitlists.entry': () => buildEntryRecord(),
      'waitlists.changeEntries': allDone,
      ...answers,
    },
  )
  const requested = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, search: () => latest, requested }
}

describe('the people of a list', () => {
  it('are shown as typed, with what is known of them', async () => {
    renderPage()
    expect(await screen.findByText('Ana Diaz')).toBeTruthy()
    expect(screen.getByText('<b>Ben</b>')).toBeTruthy()
    expect(screen.getAllByText('cleo@example.test').length).toBeGreaterThan(0)
    expect(screen.getAllByText('Portland')).toHaveLength(3)
    expect(screen.getAllByText('97202')).toHaveLength(3)
    // The source is an optional column.
    expect(screen.queryByText('join page')).toBeNull()
    await openListPart('Columns')
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Source', hidden: true }))
    expect(await screen.findAllByText('join page')).toHaveLength(3)
    expect(screen.getByText('ana@example.test')).toBeTruthy()
    expect(screen.getAllByText('Harbour')).toHaveLength(3)
    for (const name of ['Person', 'Status', 'Joined', 'City/ZIP', 'Wanted venue', 'Source', 'Referrals'])
      expect(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeTruthy()
  })

  it('have the switch to the demand under their tabs, beside the search', async () => {
    const { search } = renderPage()
    const tabs = await screen.findByRole('tablist')
    const views = screen.getByRole('group', { name: 'View' })
    expect(tabs.compareDocumentPosition(views)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    fireEvent.click(within(views).getByRole('button', { name: 'Demand' }))
    expect(search().view).toBe('demand')
    expect(screen.queryByRole('tablist')).toBeNull()
    fireEvent.click(within(screen.getByRole('group', { name: 'View' })).getByRole('button', { name: 'List' }))
    expect(await screen.findByRole('tablist')).toBeTruthy()
  })

  it('keep the switch to the demand above an empty tab', async () => {
    renderPage({ 'waitlists.entries': () => page([]) })
    await screen.findByRole('tablist')
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
    expect(screen.getByRole('button', { name: 'Demand' })).toBeTruthy()
  })

  it('are narrowed to a state by its tab, which counts it', async () => {
    const { search, requested } = renderPage({}, { page: 3 })
    fireEvent.click(await screen.findByRole('tab', { name: 'Shortlisted 1' }))
    expect(search()).toMatchObject({ status: 'shortlisted', page: undefined })
    await waitFor(() => expect(requested('waitlists.entries').at(-1)).toMatchObject({ status: 'shortlisted' }))
    expect(screen.getByRole('tab', { name: 'All 3' }).getAttribute('aria-selected')).toBe('false')
    fireEvent.click(screen.getByRole('tab', { name: 'All 3' }))
    expect(search().status).toBeUndefined()
  })

  it('show when an invitation was mailed and until when it holds', async () => {
    const invitation = { invitedAt: new Date('2026-11-02'), invitationExpiresAt: new Date('2026-11-16') }
    renderPage({ 'waitlists.entries': () => page([buildEntryRow({ status: 'expired', ...invitation })]) })
    expect(await screen.findByText('Nov 2 – 16')).toBeTruthy()
    expect(screen.getByTitle(/November|Nov 16, 2026/)).toBeTruthy()
  })

  it('of an empty list give the link to share, as a code too', async () => {
    const counts = { waiting: 0, shortlisted: 0, invited: 0, expired: 0, joined: 0, removed: 0 }
    renderPage({ 'waitlists.entries': () => page([]), 'waitlists.list': () => [buildWaitlist({ counts })] })
    expect(await screen.findByText('No people yet')).toBeTruthy()
    expect(screen.getByRole('img', { name: /QR code for .*\/w\/early-guests/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invite next…' }).getAttribute('aria-description')).toBe(
      'No one is waiting',
    )
  })

  it('that could not be loaded say so, and can be asked for again', async () => {
    let fails = true
    renderPage({
      'waitlists.entries': () => {
        if (fails) throw new Error('gone')
        return three
      },
    })
    expect(await screen.findByText('Couldn’t load people')).toBeTruthy()
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ana Diaz')).toBeTruthy()
  })
})

describe('what is done to someone', () => {
  it('shortlists at once', async () => {
    const { requested } = renderPage()
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Ana Diaz' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /Shortlist/ }))
    await waitFor(() => expect(requested('waitlists.changeEntries')).toHaveLength(1))
    expect(requested('waitlists.changeEntries')[0]).toMatchObject({
      waitlistId: 'wl_1',
      action: 'shortlist',
      entries: [{ id: 'wle_1', version: 4 }],
    })
  })

  it('shortlists by S on the row, and no one where no row has the focus', async () => {
    const { requested } = renderPage()
    const link = (await screen.findByText('Ana Diaz')).closest('a')
    fireEvent.keyDown(document.body, { key: 's' })
    expect(requested('waitlists.changeEntries')).toEqual([])
    link?.focus()
    fireEvent.keyDown(link ?? document.body, { key: 's' })
    await waitFor(() =>
      expect(requested('waitlists.changeEntries')).toMatchObject([{ action: 'shortlist', entries: [{ id: 'wle_1' }] }]),
    )
  })

  it('asks before a mail leaves, by I on the row too', async () => {
    const { requested } = renderPage()
    const link = (await screen.findByText('Ana Diaz')).closest('a')
    link?.focus()
    fireEvent.keyDown(link ?? document.body, { key: 'i' })
    const dialog = await screen.findByRole('dialog', { name: 'Invite: Ana Diaz' })
    expect(requested('waitlists.changeEntries')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(await within(dialog).findByText('1 person updated')).toBeTruthy()
  })

  it('in bulk names everybody first and says of each what became of it', async () => {
    const answer = ({ entries }: ChangeEntriesInput) =>
      entries.map(({ id }, index) => ({
        id,
        label: id,
        ok: index === 0,
        error: index === 0 ? null : 'Changed in between.',
      }))
    const { requested } = renderPage({ 'waitlists.changeEntries': answer })
    for (const name of ['Ana Diaz', '<b>Ben</b>', 'cleo@example.test'])
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    fireEvent.click(screen.getByRole('button', { name: /^Invite\s*I?$/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite: 3 people' })
    expect(within(dialog).getByText('Skipped: This person has joined.')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Invite (2)' }))
    expect(await within(dialog).findByText('1 person updated, 1 failed')).toBeTruthy()
    expect(within(dialog).getByText('Changed in between.')).toBeTruthy()
    expect(requested('waitlists.changeEntries')).toMatchObject([{ entries: [{ id: 'wle_1' }, { id: 'wle_2' }] }])
  })

  it('invites exactly those of the preview, once for one press', async () => {
    const next = { rows: three.rows.slice(0, 2), available: 40 }
    const { requested } = renderPage({ 'waitlists.previewNext': () => next }, { action: 'next' })
    const dialog = await screen.findByRole('dialog', { name: 'Invite next' })
    const button = await within(dialog).findByRole('button', { name: 'Invite 2 people' })
    expect(within(dialog).getByText('40 people can be invited, up to 100 at a time.')).toBeTruthy()
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2)
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await within(dialog).findByText('2 people updated')).toBeTruthy()
    expect(requested('waitlists.changeEntries')).toMatchObject([
      {
        action: 'invite',
        entries: [
          { id: 'wle_1', version: 4 },
          { id: 'wle_2', version: 4 },
        ],
      },
    ])
  })
})

it('invites the same people when the answer got lost and it is tried again', async () => {
  let lost = true
  let previews = 0
  const answer = (input: ChangeEntriesInput) => {
    if (lost) throw new Error('gone')
    return allDone(input)
  }
  const next = () => ({ rows: three.rows.slice(previews, (previews += 1)), available: 2 })
  const { requested } = renderPage(
    { 'waitlists.previewNext': next, 'waitlists.changeEntries': answer },
    { action: 'next' },
  )
  const dialog = await screen.findByRole('dialog', { name: 'Invite next' })
  const button = await within(dialog).findByRole('button', { name: 'Invite 1 person' })
  const words = 'Only 1 person can be invited. Sends 1 invitation.'
  expect(within(dialog).getByText(words)).toBeTruthy()
  fireEvent.click(button)
  expect(await within(dialog).findByText(/couldn’t confirm this was saved/)).toBeTruthy()
  expect(within(dialog).queryByText('Couldn’t send the invitations')).toBeNull()
  await waitFor(() => expect(previews).toBeGreaterThan(1))
  expect(within(dialog).getByText('Ana Diaz')).toBeTruthy()
  lost = false
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invite 1 person' }))
  expect(await within(dialog).findByText('1 person updated')).toBeTruthy()
  const [first, second] = requested('waitlists.changeEntries')
  expect(second).toEqual(first)
})

describe('the sheet', () => {
  it('shows answers, history and who brought them, all as text', async () => {
    const record = buildEntryRecord({
      answers: [{ question: 'Why', answer: '<img src=x onerror=alert(1)>' }],
      referredBy: { id: 'wle_9', email: 'ben@example.test', name: 'Ben' },
      history: [{ action: 'invite_waitlist_entry', at: new Date('2026-11-03'), by: 'maya@quaff.test' }],
    })
    renderPage({ 'waitlists.entry': () => record }, { id: 'wle_1' })
    const sheet = await screen.findByRole('dialog', { name: 'Ana Diaz' })
    expect(await within(sheet).findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(within(sheet).getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe('/waitlists?list=wl_1&id=wle_9')
    expect(within(sheet).getByText(/maya@quaff\.test/)).toBeTruthy()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  it('keeps typed notes when another user was faster', async () => {
    const user = userEvent.setup()
    const stale = () => {
      throw new ORPCError('CONFLICT', { message: 'Changed.', data: { reason: 'STALE_VERSION' } })
    }
    const { requested } = renderPage({ 'waitlists.saveNotes': stale }, { id: 'wle_1' })
    const field = await screen.findByRole('textbox', { name: 'Notes' })
    await user.type(field, 'Asked twice')
    fireEvent.click(screen.getByRole('button', { name: 'Save notes' }))
    expect(await screen.findByText('This note was changed while you were editing')).toBeTruthy()
    expect(field).toHaveProperty('value', 'Asked twice')
    expect(requested('waitlists.saveNotes')).toMatchObject([{ entryId: 'wle_1', version: 4, notes: 'Asked twice' }])
  })

  it('deletes someone for good only after a question, and closes', async () => {
    const user = userEvent.setup()
    const { requested, search } = renderPage({ 'waitlists.forget': () => ({ success: true }) }, { id: 'wle_1' })
    await user.click(await screen.findByRole('button', { name: 'Delete permanently…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Ana Diaz permanently?' })
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement)
    expect(requested('waitlists.forget')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(search().id).toBeUndefined())
    expect(requested('waitlists.forget')).toEqual([{ waitlistId: 'wl_1', entryId: 'wle_1', version: 4 }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says that someone was faster than the deletion, and keeps the person', async () => {
    const user = userEvent.setup()
    const stale = () => {
      throw new ORPCError('CONFLICT', { message: 'Changed.', data: { reason: 'STALE_VERSION' } })
    }
    const { search } = renderPage({ 'waitlists.forget': stale }, { id: 'wle_1' })
    await user.click(await screen.findByRole('button', { name: 'Delete permanently…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    expect(await screen.findByText('This person was changed while you were editing')).toBeTruthy()
    expect(search().id).toBe('wle_1')
  })
})

describe('the lists', () => {
  it('are made with an address that follows the name until it is written', async () => {
    const user = userEvent.setup()
    const { requested, search } = renderPage(
      { 'waitlists.create': () => buildWaitlist({ id: 'wl_2' }) },
      { action: 'create' },
    )
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Café Zürich')
    const address = screen.getByRole('textbox', { name: /^Join page link/ })
    expect(address).toHaveProperty('value', 'cafe-zurich')
    await user.type(address, '-2')
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!')
    expect(address).toHaveProperty('value', 'cafe-zurich-2')
    fireEvent.click(screen.getByRole('button', { name: 'Create waitlist' }))
    await waitFor(() => expect(search()).toMatchObject({ list: 'wl_2', action: undefined }))
    expect(requested('waitlists.create')).toMatchObject([
      { name: 'Café Zürich!', slug: 'cafe-zurich-2', kind: 'consumer' },
    ])
  })

  it('say at the field that an address is taken', async () => {
    const taken = () => {
      throw new ORPCError('CONFLICT', { message: 'Another waitlist has this address.', data: { field: 'slug' } })
    }
    renderPage({ 'waitlists.update': taken }, { action: 'edit' })
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Another waitlist has this address.')).toBeTruthy()
  })

  it('that another user changed in the meantime keep what was typed, beside theirs', async () => {
    let stored = buildWaitlist()
    const { requested } = renderPage(
      {
        'waitlists.list': () => [stored],
        'waitlists.update': ({ version }: { version: number }) => {
          if (version === stored.version && version > 3) return stored
          stored = buildWaitlist({ description: 'Theirs', version: 4 })
          throw new ORPCError('CONFLICT', { data: { reason: 'STALE_VERSION', savedBy: 'Sam Rye' } })
        },
      },
      { action: 'edit' },
    )
    fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Mine' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Sam Rye saved this waitlist')).toBeTruthy()
    expect(screen.getByText(/Updated: Join page text\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requested('waitlists.update')).toHaveLength(2))
    expect(requested('waitlists.update').at(-1)).toMatchObject({ version: 4, name: 'Mine', description: 'Theirs' })
  })

  it('are closed from the menu; one with people cannot be deleted and says why', async () => {
    const { requested } = renderPage({ 'waitlists.setOpen': () => buildWaitlist({ isOpen: false }) })
    await screen.findByText('Ana Diaz')
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Early guests' }))
    const [, close, remove] = await screen.findAllByRole('menuitem')
    expect([close?.textContent, remove?.getAttribute('aria-disabled')]).toEqual(['Close waitlist', 'true'])
    fireEvent.click(close ?? document.body)
    await waitFor(() =>
      expect(requested('waitlists.setOpen')).toEqual([{ waitlistId: 'wl_1', version: 3, isOpen: false }]),
    )
  })

  it('give the code of their page as a file', async () => {
    renderPage({}, { action: 'share' })
    const dialog = await screen.findByRole('dialog', { name: 'Share Early guests' })
    const files = within(dialog).getByRole('group', { name: 'QR code' })
    expect(
      within(files)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['SVG', 'PNG', 'Print'])
  })

  it('that are none offer to make one; an unknown one says so', async () => {
    const first = renderPage({ 'waitlists.list': () => [] })
    expect(await screen.findByText('No waitlists yet')).toBeTruthy()
    first.unmount()
    renderPage({}, { list: 'wl_gone' })
    expect(await screen.findByText('Waitlist not found')).toBeTruthy()
  })
})

describe('demand', () => {
  const areas = [
    { city: 'Kiel', postalCode: '24103', people: 12, wantedVenue: 'Harbour', venues: 0, coverage: 'none' },
    { city: 'Portland', postalCode: '97202', people: 4, wantedVenue: '', venues: 2, coverage: 'covered' },
  ]
  const byCoverage = { covered: 4, nearby: 0, none: 12 }
  const demand = () => ({ areas, total: 2, people: 16, byCoverage })

  it('shows areas as bars, leads to a merchant where none is, and to the people', async () => {
    const { requested } = renderPage({ 'waitlists.demand': demand }, { view: 'demand' })
    expect(await screen.findByText('16 people in 2 areas.')).toBeTruthy()
    expect(screen.getByText(/wait in areas without a venue/).textContent).toBe(
      '12 of 16 people (75%) wait in areas without a venue.',
    )
    const [kiel, portland] = within(screen.getByRole('list', { name: 'Demand by area' })).getAllByRole('listitem')
    const lead = within(kiel ?? document.body).getByRole('link', { name: 'Create merchant lead for Kiel 24103' })
    expect(lead.getAttribute('href')).toBe('/merchants?action=create&name=Harbour&city=Kiel&postalCode=24103')
    const link = within(portland ?? document.body).getByRole('link')
    expect(link.getAttribute('href')).toBe('/waitlists?list=wl_1&city=Portland&postalCode=%2297202%22')
    expect(within(kiel ?? document.body).getByRole('progressbar')).toHaveProperty('value', 12)
    fireEvent.click(screen.getByRole('button', { name: 'Not covered 12' }))
    await waitFor(() => expect(requested('waitlists.demand').at(-1)).toEqual({ waitlistId: 'wl_1', coverage: 'none' }))
  })

  it('shows the same as a table, whose rows open the people of exactly that area', async () => {
    const all = [...areas, { ...areas[0], city: '', postalCode: '', people: 1 }]
    const { search } = renderPage({ 'waitlists.demand': () => ({ ...demand(), areas: all }) }, { view: 'demand' })
    fireEvent.click(await screen.findByRole('button', { name: 'Table' }))
    expect(screen.getByRole('columnheader', { name: 'Venues in the city' })).toBeTruthy()
    fireEvent.click(screen.getByText('No area'))
    expect(search()).toMatchObject({ view: undefined, city: '', postalCode: '' })
    expect(await screen.findByRole('button', { name: 'Remove filter: Area' })).toBeTruthy()
  })
})

it('imports what the preview showed, and says what was left out', async () => {
  const rows = [
    { line: 2, email: 'a@b.test', name: '<i>A</i>', area: '', isDuplicate: false, errors: [] },
    { line: 3, email: 'x', name: '', area: '', isDuplicate: false, errors: [{ column: 'email', message: 'Invalid' }] },
    { line: 4, email: 'c@b.test', name: '', area: '', isDuplicate: true, errors: [] },
  ]
  const columns = { knownColumns: ['email'], unknownColumns: [], missingColumns: [] }
  const { requested } = renderPage(
    {
      'waitlists.previewImport': () => ({ rows, ...columns, answerColumns: ['Why'] }),
      'waitlists.importRows': () => ({ created: 1, duplicates: 1, failed: 1, failedCsv: 'email,errors\r\n' }),
    },
    { action: 'import' },
  )
  const file = new File(['email\na@b.test'], 'people.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText('CSV or Excel file'), { target: { files: [file] } })
  const button = await screen.findByRole('button', { name: 'Import 1 person' })
  expect(screen.getByText('Kept as answers: Why.')).toBeTruthy()
  expect(screen.getByText('<i>A</i>')).toBeTruthy()
  fireEvent.click(button)
  expect(await screen.findByText('1 person imported')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download failed rows' })).toBeTruthy()
  expect(requested('waitlists.importRows')).toMatchObject([{ waitlistId: 'wl_1', csv: 'email\na@b.test' }])
})

it('exports what the filters find', async () => {
  const download = vi.fn(() => Promise.resolve())
  setFileDownloader(download)
  renderPage({}, { status: 'waiting' })
  await screen.findByText('Ana Diaz')
  await openListPart('Export')
  fireEvent.click((await screen.findAllByRole('menuitem', { name: /CSV/, hidden: true }))[0] ?? document.body)
  await waitFor(() =>
    expect(download).toHaveBeenCalledWith(
      expect.objectContaining({
        path: '/api/files/waitlist-export',
        body: { format: 'csv', filter: { waitlistId: 'wl_1', status: 'waiting' } },
      }),
      expect.any(AbortSignal),
    ),
  )
})
