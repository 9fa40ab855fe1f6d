import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LocationOverview } from '../contract'
import { LocationMapPanel } from './location-list-page'

const point = (id: string, name: string, latitude: number, longitude: number) => ({
  id,
  name,
  coordinates: { latitude, longitude },
})
const points = [
  point('loc_1', 'Tide, Harbour', 54.3, 10.1),
  point('loc_2', 'Tide, Station', 54.3, 10.2),
  point('loc_3', 'Tide, Quay', 54.3001, 10.2001),
]
const overview: LocationOverview = {
  merchantName: 'Tide',
  total: 3,
  allowMultipleLocations: true,
  requireLocationCheck: false,
  locked: null,
  addRefusal: null,
  merchantAddress: {},
  timeZone: 'UTC',
  usualTimeZone: null,
  points,
  mapTiles: null,
}
const onOpen = vi.fn<(id: string) => void>()

/** The map beside rows like those of the list. */
function Page({ change, foundIds }: { change?: Partial<LocationOverview>; foundIds?: ReadonlySet<string> }) {
  const list = useRef<HTMLTableElement>(null)
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <LocationMapPanel
        overview={{ ...overview, ...change }}
        list={list}
        foundIds={foundIds}
        openId={openId}
        onOpen={(id) => {
          setOpenId(id)
          onOpen(id)
        }}
        failed={false}
        onRetry={() => undefined}
      />
      <table ref={list}>
        <tbody>
          {points.map(({ id, name }) => (
            <tr key={id} data-row-id={id}>
              <td>
                <a href={`?id=${id}`}>Row of {name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

// Files share the page.
afterEach(() => void vi.restoreAllMocks())

const linked = () => [...document.querySelectorAll('tr[data-linked]')].map(({ textContent }) => textContent)
const mark = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  onOpen.mockClear()
  // Pages have no sizes here, and a map without one has nothing in view.
  for (const [side, pixels] of [
    ['clientWidth', 800],
    ['clientHeight', 300],
  ] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(pixels)
})

it('shows names without that of the merchant, and those that would cover each other as one', async () => {
  render(<Page />)
  expect((await mark('Tide, Harbour')).textContent).toBe('Harbour')
  expect((await mark('2 locations: Tide, Station; Tide, Quay')).textContent).toBe('2Station +1')
  expect(screen.getByText(/drawn to scale, without streets/)).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Scale: the bar is [\d,.]+ k?m long$/ })).toBeTruthy()
})

it('a mark shows its rows, a row its mark, by pointer and by focus', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.hover(await mark(/^2 locations/))
  expect(linked()).toEqual(['Row of Tide, Station', 'Row of Tide, Quay'])
  const harbour = await mark('Tide, Harbour')
  await user.unhover(await mark(/^2 locations/))
  expect(linked()).toEqual([])
  await user.hover(screen.getByText('Row of Tide, Harbour'))
  expect(harbour.dataset.on).toBe('true')
  await user.unhover(screen.getByRole('table'))
  expect(harbour.dataset.on).toBe('false')
  screen.getByText('Row of Tide, Quay').focus()
  await expect.poll(async () => (await mark(/^2 locations/)).textContent).toBe('2Quay +1')
})

it('those that share a mark are parted by pressing it, and the focus stays on the map', async () => {
  const user = userEvent.setup()
  render(<Page />)
  ;(await mark(/^2 locations/)).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Map of locations' }))
  const quay = await mark('Tide, Quay')
  expect(onOpen).not.toHaveBeenCalled()
  await user.click(quay)
  expect(onOpen).toHaveBeenCalledWith('loc_3')
  expect(quay.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Show all locations' }))
  expect(await mark(/^2 locations/)).toBeTruthy()
})

it('dims the others if the list is filtered', async () => {
  render(<Page foundIds={new Set(['loc_3'])} />)
  expect((await mark('Tide, Harbour')).dataset.faint).toBe('true')
  expect((await mark(/^2 locations/)).dataset.faint).toBe('false')
})

it('shows the tiles of the configured address with who made them, and says when none loads', async () => {
  const credits = [{ name: '© Example', link: 'https://maps.example.com/about' }]
  render(<Page change={{ mapTiles: { url: 'https://tiles.example.com/{z}/{x}/{y}.png', credits } }} />)
  const maker = await screen.findByRole('link', { name: '© Example' })
  expect(maker.getAttribute('href')).toBe('https://maps.example.com/about')
  const [tile] = document.querySelectorAll<HTMLImageElement>('.leaflet-tile')
  expect(tile?.src).toMatch(/^https:\/\/tiles\.example\.com\/\d+\/\d+\/\d+\.png$/)
  expect(tile?.referrerPolicy).toBe('strict-origin-when-cross-origin')
  tile?.dispatchEvent(new Event('error'))
  expect(await screen.findByText(/Couldn’t load the map: drawn to scale/)).toBeTruthy()
})
