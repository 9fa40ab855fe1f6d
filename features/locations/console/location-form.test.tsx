import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildOverview as overview, buildRecord as record } from '../testing/location-record-factory'
import { LocationListPage } from './location-list-page'
import type { LocationSearch } from './location-search-widget'

function Page({ search }: { search: LocationSearch }) {
  return useSession().session && <LocationListPage search={search} onSearch={() => {}} />
}

function renderPage(answers: Answers, search: LocationSearch) {
  const view = renderConsole(
    <SessionProvider>
      <Page search={search} />
    </SessionProvider>,
    {
      'sessions.current': () =>
        buildSession({
          role: 'merchant_owner',
          merchantIds: ['mer_1'],
          assigned: { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false },
        }),
      'locations.overview': () => overview(),
      'locations.list': () => ({ rows: [], hasMore: false, nextCursor: null, total: 0 }),
      'locations.get': () => record(),
      ...answers,
    },
  )
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  const save = async () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add location' }))
  return { user: userEvent.setup(), called, save }
}

describe('the form of a location', () => {
  it('starts the hours of a new location from a preset, and copies a day to the work days alone', async () => {
    const { user, called, save } = renderPage({ 'locations.create': () => record() }, { action: 'create' })
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
    await user.click(screen.getByRole('button', { name: /^Mon–Sat 8:00\sAM–6:00\sPM$/ }))
    fireEvent.change(screen.getByLabelText('Monday closes'), { target: { value: '17:00' } })
    const choose = async (day: string, item: string) => {
      await user.click(screen.getByRole('button', { name: `More for ${day}` }))
      await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
    }
    await choose('Monday', 'Copy to Mon–Fri')
    await choose('Friday', 'Closed')
    await choose('Sunday', 'Open 24 hours')
    await save()
    const long = [{ open: '08:00', close: '17:00' }]
    const hours = {
      mon: long,
      tue: long,
      wed: long,
      thu: long,
      fri: [],
      sat: [{ open: '08:00', close: '18:00' }],
      sun: [{ open: '00:00', close: '24:00' }],
    }
    await waitFor(() => expect(called('locations.create')).toMatchObject([{ fields: { hours } }]))
  })

  describe('where the merchant requires the location check', () => {
    const required = { 'locations.overview': () => overview({ requireLocationCheck: true }) }
    const getCurrentPosition = vi.fn()
    beforeEach(() => vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never))
    afterEach(() => vi.restoreAllMocks())

    it('says what is missing, and takes the position and zone of this device', async () => {
      getCurrentPosition.mockImplementation((found: PositionCallback) =>
        found({ coords: { latitude: 54.323_456_7, longitude: 10.1, accuracy: 12.3 } } as GeolocationPosition),
      )
      const { user, called, save } = renderPage(
        { ...required, 'locations.create': () => record() },
        { action: 'create' },
      )
      fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
      expect(screen.getByText('The location check needs a map position')).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Use my position' }))
      expect(screen.getByText('Position found, accurate to 13 m.')).toBeTruthy()
      expect(screen.queryByText('The location check needs a map position')).toBeNull()
      await save()
      const coordinates = { latitude: 54.32346, longitude: 10.1 }
      const timeZone = expect.stringMatching(/^Asia\/Kath?mandu$/)
      await waitFor(() => expect(called('locations.create')).toMatchObject([{ fields: { coordinates, timeZone } }]))
    })

    it.each([
      [1, /^Your browser doesn’t share your position/],
      [3, /^Couldn’t find your position/],
    ])('explains refusal %i of the browser and keeps the numbers', async (code, text) => {
      getCurrentPosition.mockImplementation((_found: unknown, failed: PositionErrorCallback) =>
        failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError),
      )
      const { user } = renderPage(required, { id: 'loc_1', action: 'edit' })
      await user.click(await screen.findByRole('button', { name: 'Use my position' }))
      expect(screen.getByText(text)).toBeTruthy()
      expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('54.3')
    })

    it('reads both numbers as a map copies them', async () => {
      const { user } = renderPage(required, { action: 'create' })
      await user.click(await screen.findByLabelText('Latitude'))
      await user.paste('45.5231, -122.6765')
      expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('45.5231')
      expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('-122.6765')
    })

    it('warns at a saved location without a position', async () => {
      renderPage({ ...required, 'locations.get': () => record({ coordinates: null }) }, { id: 'loc_1' })
      expect(await screen.findByText('The location check can’t work here')).toBeTruthy()
    })
  })

  it('opens the folded fields for an error in one of them', async () => {
    const { save } = renderPage({}, { action: 'create' })
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Pier' } })
    const folded = screen.getByText('Time zone, phone, closures and more').closest('details')
    expect(folded?.open).toBe(false)
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: 'north' } })
    await save()
    expect(folded?.open).toBe(true)
  })
})
