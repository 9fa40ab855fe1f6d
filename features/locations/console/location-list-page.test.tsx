import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { LocationRow } from '../contract'
import { buildOverview as overview, buildRecord as record, buildRow as row } from '../testing/location-record-factory'
import { LocationListPage } from './location-list-page'
import { locationSearch, type LocationSearch } from './location-search-widget'

const page = (rows: LocationRow[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const two = page([row(), row({ id: 'loc_2', name: 'Station', address: '' })])

function Page({ start, seen }: { start: LocationSearch; seen: (search: LocationSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<LocationSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <LocationListPage search={search} onSearch={change} />
}

function renderPage(answers: Answers = {}, start: LocationSearch = {}, role = 'merchant_owner') {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () =>
        buildSession({
          role,
          merchantIds: ['mer_1'],
          assigned: { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false },
        }),
      'locations.overview': () => overview(),
      'locations.list': () => two,
      'locations.get': () => record(),
      ...answers,
    },
  )
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user: userEvent.setup(), search: () => latest, called }
}

const conflict = (reason: string, message: string, field?: string) => {
  throw new ORPCError('CONFLICT', { message, data: { reason, field } })
}

it.each<[Record<string, unknown>, LocationSearch]>([
  [
    { q: ' quay ', status: 'open', sort: 'redemptions', order: 'desc', page: 3 },
    { q: 'quay', status: 'open', sort: 'redemptions', order: 'desc', page: 3 },
  ],
  [{ status: 'unknown', sort: 'price', order: 1, page: 1, id: '../x', action: 'drop' }, {}],
  [
    { id: 'loc_1', action: 'edit' },
    { id: 'loc_1', action: 'edit' },
  ],
])('the address %j is read as %j', (raw, search) => {
  expect(locationSearch.read(raw)).toEqual(search)
})

describe('the page', () => {
  it('says of a place without hours that it has none', async () => {
    const schedule = { timeZone: 'Europe/Berlin', week: null, closures: [] }
    renderPage({ 'locations.list': () => page([row({ schedule })]) })
    const first = (await screen.findByRole('link', { name: 'Harbour' })).closest('tr')
    expect(first?.textContent).toContain('No hours')
    expect(first?.textContent).not.toContain('Unknown')
    expect(first?.querySelector('[title^="Hours not set"]')).toBeTruthy()
  })

  it('lists name, address, status, redemptions and plans, and shows the map beside', async () => {
    renderPage()
    const first = (await screen.findByRole('link', { name: 'Harbour' })).closest('tr')
    for (const text of ['1 Quay, Kiel', 'Open now', '1,234', '2']) expect(first?.textContent).toContain(text)
    const map = await screen.findByRole('group', { name: 'Map of locations' })
    expect(await within(map).findByRole('button', { name: 'Harbour' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Not on the map' })).getByText('Station')).toBeTruthy()
  })

  it('opens a location from its point on the map by key, and marks the point', async () => {
    const { user, search } = renderPage()
    const point = await screen.findByRole('button', { name: 'Harbour' })
    point.focus()
    await user.keyboard('{Enter}')
    expect(search()).toMatchObject({ id: 'loc_1' })
    await waitFor(() => expect(point.getAttribute('aria-pressed')).toBe('true'))
  })

  it('opens the editor with C, and Escape leads the focus back to where it was', async () => {
    const { user, search } = renderPage()
    for (const place of [
      await screen.findByRole('link', { name: 'Harbour' }),
      screen.getByRole('button', { name: 'Import locations' }),
    ]) {
      await waitFor(() =>
        expect(screen.getByRole('button', { name: /^Add location/ }).getAttribute('aria-disabled')).toBeNull(),
      )
      place.focus()
      await user.keyboard('c')
      const editor = await screen.findByRole('dialog')
      await waitFor(() => expect(editor.contains(document.activeElement)).toBe(true))
      await user.keyboard('{Escape}')
      expect(search().action).toBeUndefined()
      await waitFor(() => expect(document.activeElement).toBe(place))
    }
  })

  it('with no location yet says why one is needed and offers to add it', async () => {
    const { user, search } = renderPage({
      'locations.list': () => page([]),
      'locations.overview': () => overview({ total: 0, points: [] }),
    })
    expect(await screen.findByText('No locations yet')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Add location/ })[1]?.getAttribute('aria-disabled')).toBeNull(),
    )
    await user.click(screen.getAllByRole('button', { name: /^Add location/ })[1] ?? document.body)
    expect(search().action).toBe('create')
  })

  it('shows a viewer everything, with the buttons disabled and the reason, and no change in the menu', async () => {
    const { user } = renderPage({}, {}, 'merchant_viewer')
    await screen.findByRole('link', { name: 'Harbour' })
    const add = screen.getByRole('button', { name: /^Add location/ })
    await waitFor(() =>
      expect(add.getAttribute('aria-description')).toBe('Only administrators and owners can do this.'),
    )
    await user.click(screen.getByRole('button', { name: 'More actions for Harbour' }))
    expect((await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)).toEqual([
      'Print counter kit',
    ])
  })

  it('where one location is allowed disables Add with the reason and links to the setting', async () => {
    const addRefusal = 'Turn on multiple locations in Venue settings'
    renderPage({ 'locations.overview': () => overview({ allowMultipleLocations: false, addRefusal }) })
    expect((await screen.findAllByText(addRefusal)).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(
      '/merchants/onboarding/settings',
    )
    expect(screen.getByRole('button', { name: /^Add location/ }).getAttribute('aria-description')).toBe(addRefusal)
  })

  it('keeps the list when only the map fails, and the other way round', async () => {
    renderPage({ 'locations.overview': () => conflict('X', 'no') })
    expect(await screen.findByText('Couldn’t load the map')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Harbour' })).toBeTruthy()
  })
})

describe('the sheet', () => {
  it('shows hours as a sentence and the fields of other tools', async () => {
    renderPage({}, { id: 'loc_1' })
    const sheet = await screen.findByRole('dialog', { name: 'Harbour' })
    expect(await within(sheet).findByText('Daily open 24 hours')).toBeTruthy()
    expect(within(sheet).getByRole('region', { name: 'Other fields' }).textContent).toContain('posTerminal')
  })

  it('sends only what was changed, with the version', async () => {
    const { user, called, search } = renderPage(
      { 'locations.update': () => record({ name: 'Pier', version: 4 }) },
      { id: 'loc_1', action: 'edit' },
    )
    const name = await screen.findByLabelText(/^Name/)
    await user.clear(name)
    await user.type(name, 'Pier')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(search().action).toBeUndefined())
    expect(called('locations.update')).toEqual([{ locationId: 'loc_1', version: 3, name: 'Pier', fields: {} }])
  })

  it('copies one day to all days and refuses overlaps at the opening', async () => {
    const hours = {
      mon: [
        { open: '07:00', close: '12:00' },
        { open: '11:00', close: '15:00' },
      ],
    }
    const { user, called } = renderPage(
      { 'locations.get': () => record({ schedule: { timeZone: 'UTC', week: hours, closures: [] } }) },
      { id: 'loc_1', action: 'edit' },
    )
    await user.click(await screen.findByRole('button', { name: 'More for Monday' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy to all days', hidden: true }))
    expect(screen.getByLabelText('Sunday opens (2)')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findAllByText(/^Overlaps Mon 7:00\sAM–12:00\sPM$/)).length).toBeGreaterThan(0)
    expect(called('locations.update')).toEqual([])
  })

  it('says who came second and keeps the typed text, beside theirs', async () => {
    let latest = record()
    const { user } = renderPage(
      {
        'locations.get': () => latest,
        'locations.update': () => {
          latest = record({ name: 'Theirs', version: 4 })
          return conflict('STALE_VERSION', 'Someone else', 'version')
        },
      },
      { id: 'loc_1', action: 'edit' },
    )
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name/)
    await user.clear(name)
    await user.type(name, 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('This location was changed while you were editing')).toBeTruthy()
    expect(name.value).toBe('Mine')
    await user.click(screen.getByRole('radio', { name: /^Saved version/ }))
    expect(name.value).toBe('Theirs')
  })

  it('asks before typed text is lost', async () => {
    const { user, search } = renderPage({}, { id: 'loc_1', action: 'edit' })
    await user.type(await screen.findByLabelText(/^Name/), ' x')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Discard what you typed?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(search().action).toBeUndefined()
  })

  it('asks for the radius only where the merchant requires the location check', async () => {
    const first = renderPage({}, { id: 'loc_1', action: 'edit' })
    await screen.findByLabelText(/^Name/)
    expect(screen.queryByLabelText('Radius in meters')).toBeNull()
    first.unmount()
    renderPage(
      { 'locations.overview': () => overview({ requireLocationCheck: true }) },
      { id: 'loc_1', action: 'edit' },
    )
    expect((await screen.findByLabelText<HTMLInputElement>('Radius in meters')).value).toBe('150')
    expect(screen.getByText(/Customers must be within 150 m/)).toBeTruthy()
  })

  it('starts a new location with the time zone of the merchant’s others', async () => {
    const { user, called } = renderPage(
      { 'locations.overview': () => overview({ usualTimeZone: 'Europe/Berlin' }), 'locations.create': () => record() },
      { action: 'create' },
    )
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
    const sheet = screen.getByRole('dialog', { name: 'Add location' })
    await user.click(within(sheet).getByRole('button', { name: 'Add location' }))
    await waitFor(() =>
      expect(called('locations.create')).toMatchObject([{ name: 'Pier', fields: { timeZone: 'Europe/Berlin' } }]),
    )
  })

  it('starts the first location with the zone of this device, and of its country once that is known', async () => {
    const { user, called } = renderPage({ 'locations.create': () => record() }, { action: 'create' })
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
    const zone = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Time zone/ })
    expect(zone().value).toMatch(/^Asia\/Kath?mandu$/)
    expect(screen.getByText(/Taken from this device/)).toBeTruthy()
    await user.type(screen.getByRole('combobox', { name: 'Country' }), 'Suisse{Enter}')
    expect(zone().value).toBe('Europe/Zurich')
    const sheet = screen.getByRole('dialog', { name: 'Add location' })
    await user.click(within(sheet).getByRole('button', { name: 'Add location' }))
    await waitFor(() => expect(called('locations.create')).toMatchObject([{ fields: { timeZone: 'Europe/Zurich' } }]))
  })

  it('puts a refusal of the server at its field', async () => {
    const { user, called } = renderPage(
      { 'locations.create': () => conflict('FIELD', 'Choose a time zone like Europe/Berlin.', 'timeZone') },
      { action: 'create' },
    )
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
    await user.click(screen.getByRole('button', { name: 'Use the business address' }))
    expect(screen.getByLabelText<HTMLInputElement>('Street and number').value).toBe('9 Market')
    const sheet = screen.getByRole('dialog', { name: 'Add location' })
    await user.click(within(sheet).getByRole('button', { name: 'Add location' }))
    await waitFor(() => expect(called('locations.create')).toHaveLength(1))
    expect(await screen.findByText('Choose a time zone like Europe/Berlin.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Time zone/ })))
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Pier')
  })
})

describe('deleting', () => {
  it('asks for the name if passes were redeemed lately, and names plans that lose their only place', async () => {
    const { user, called } = renderPage({
      'locations.get': () => record({ redemptionsToday: 3, plansOnlyHere: ['Daily Cup'], endsSales: true }),
      'locations.remove': () => ({ success: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'More actions for Harbour' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…', hidden: true }))
    const typed = await screen.findByLabelText('Type “Harbour” to confirm')
    expect(screen.getByText('1,234 passes were redeemed here in the last 30 days, 3 of them today.')).toBeTruthy()
    expect(screen.getByText(/Daily Cup would have no location/)).toBeTruthy()
    expect(screen.getByText('This is your only location')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Delete location' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.type(typed, 'Harbour')
    await user.click(button)
    await waitFor(() =>
      expect(called('locations.remove')).toEqual([{ locationId: 'loc_1', version: 3, confirmName: 'Harbour' }]),
    )
  })
})

describe('the import', () => {
  const columns = { knownColumns: ['name'], unknownColumns: [], missingColumns: [] }
  const importRow = { line: 2, name: 'Pier', address: '', hours: '', isDuplicate: false, errors: [] }
  const bad = { ...importRow, line: 3, name: '', errors: [{ column: 'name', message: 'Name is required' }] }

  it('shows each row with its errors before anything is written, then the result', async () => {
    const { user, called } = renderPage(
      {
        'locations.previewImport': () => ({
          rows: [importRow, bad],
          ...columns,
          refusal: null,
          zonesGiven: [{ timeZone: 'Europe/Zurich', isOwn: false, count: 1 }],
        }),
        'locations.importRows': () => ({
          created: 1,
          rows: [
            { ...importRow, outcome: 'created' },
            { ...bad, outcome: 'failed' },
          ],
          failedCsv: 'name,errors\r\n',
        }),
      },
      { action: 'import' },
    )
    const input = await screen.findByLabelText<HTMLInputElement>('CSV or Excel file')
    await user.upload(input, new File(['name\nPier\n'], 'places.csv', { type: 'text/csv' }))
    expect(await screen.findByText(/Name is required/)).toBeTruthy()
    expect(
      screen.getByText('1 row names no time zone. Opening hours follow Europe/Zurich until you set one.'),
    ).toBeTruthy()
    expect(called('locations.importRows')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Import 1 location' }))
    expect(await screen.findByText('1 location imported')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download failed rows' })).toBeTruthy()
    expect(called('locations.importRows')).toMatchObject([
      { merchantId: 'mer_1', csv: 'name\nPier\n', includeDuplicates: false },
    ])
  })
})

describe('a column of the import with another heading', () => {
  const unknown = { position: 0, heading: 'Filiale', sample: 'Pier' }
  const owner = { position: 1, heading: '', sample: 'Ana', column: null }
  const row = { line: 2, name: 'Pier', address: '', hours: '', isDuplicate: false, errors: [] }

  it('is asked for by keyboard, and what was said goes along', async () => {
    const { user, called } = renderPage(
      {
        'locations.previewImport': ({ columns }: { columns: { position: number; column: string | null }[] }) => {
          const column = columns.find(({ position }) => position === 0)?.column ?? null
          const found = {
            knownColumns: ['city'],
            unknownColumns: [{ ...unknown, column }, owner],
            refusal: null,
            zonesGiven: [],
          }
          return column === null
            ? { ...found, rows: [], missingColumns: ['name'] }
            : { ...found, rows: [row], missingColumns: [] }
        },
        'locations.importRows': () => ({ created: 1, rows: [{ ...row, outcome: 'created' }], failedCsv: null }),
      },
      { action: 'import' },
    )
    const input = await screen.findByLabelText<HTMLInputElement>('CSV or Excel file')
    await user.upload(input, new File(['Filiale,\nPier,Ana\n'], 'places.csv', { type: 'text/csv' }))
    expect(await screen.findByText('Which column holds the name?')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
    const field = screen.getByRole('combobox', { name: 'Filiale' })
    expect(field.getAttribute('aria-describedby')).toBeTruthy()
    expect(screen.getByText('For example: Pier')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Column 2' })).toBeTruthy()
    field.focus()
    await user.keyboard('{ArrowDown}')
    const offered = (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)
    expect(offered).toContain('Name')
    expect(offered).not.toContain('City')
    await user.keyboard('{ArrowDown}{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Import 1 location' }))
    expect(await screen.findByText('1 location imported')).toBeTruthy()
    expect(called('locations.importRows')).toMatchObject([
      {
        columns: [
          { position: 0, column: 'name' },
          { position: 1, column: null },
        ],
      },
    ])
  })
})

describe('the counter kit', () => {
  it('holds venue, place, code, steps and hours', async () => {
    renderPage({}, { id: 'loc_1', action: 'print' })
    const sheet = await screen.findByRole('dialog', { name: 'Counter kit' })
    expect(await within(sheet).findByText('Tide & Bean')).toBeTruthy()
    for (const text of ['Harbour', '1 Quay, Kiel', 'Open your pass in the Quaff app.', 'Monday'])
      expect(within(sheet).getByText(text)).toBeTruthy()
    expect(within(sheet).getByRole('img', { name: 'Code of Harbour' })).toBeTruthy()
  })
})
