import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Plot, type PlotPoint } from './plot'

afterEach(cleanup)

const points: PlotPoint[] = [
  { label: 'Mon', value: 4, to: '/list?day=mon', before: { value: 6, text: '6 a week ago' } },
  { label: 'Tue', value: 0, to: '/list?day=tue' },
  { label: 'Wed', value: 12, to: '/list?day=wed', state: 'open' },
  { label: 'Thu', value: 0, state: 'future' },
]
const draw = (change: Partial<Parameters<typeof Plot>[0]> = {}) =>
  render(<Plot caption="Drinks of the week" points={points} valueLabel="drinks" oneLabel="drink" {...change} />)

it('names each value with what it is compared with, and leads to what it counts', () => {
  draw({ beforeLabel: 'Last week', seriesLabel: 'This week', belowLabel: 'Returned' })
  expect(screen.getByRole('link', { name: 'Mon: 4 drinks, 6 a week ago' }).getAttribute('href')).toBe('/list?day=mon')
  expect(screen.getByRole('img', { name: 'Tue: 0 drinks' })).toBeTruthy()
  for (const name of ['This week', 'Returned', 'Last week']) expect(screen.getByText(name)).toBeTruthy()
})

it('says of the time that runs that it is not over, and nothing of that where all is', () => {
  const { unmount } = draw()
  expect(screen.getByRole('link', { name: 'Wed: 12 drinks so far' })).toBeTruthy()
  expect(screen.getByText('In progress')).toBeTruthy()
  unmount()
  draw({ points: points.slice(0, 2) })
  expect(screen.queryByText('In progress')).toBeNull()
})

it('has round figures at its axis', () => {
  const { container } = draw()
  expect([...container.querySelectorAll('[class*=ticks] span')].map(({ textContent }) => textContent)).toEqual([
    '0',
    '5',
    '10',
    '15',
  ])
})

it('is one stop of the Tab key, at the last value that was reached, and is walked with the arrows', async () => {
  const user = userEvent.setup()
  draw({ hasTable: false })
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Wed: 12 drinks so far')
  expect(screen.getByText('Wed: 12 drinks so far')).toBeTruthy()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByText('Mon: 4 drinks, 6 a week ago')).toBeTruthy()
  await user.keyboard('{End}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Thu: still to come')
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

it('draws a level as a line that ends with its last value', () => {
  const { container } = draw({ shape: 'line' })
  const lines = [...container.querySelectorAll('path[class*=line]')].map((path) => path.getAttribute('d'))
  expect(lines).toEqual(['M0.5 60.00', 'M0.5 73.33L1.5 100.00', 'M1.5 100.00L2.5 20.00'])
  expect(container.querySelector('[class*=end] b')?.textContent).toBe('12')
})

it('hangs what went below what came, each with a list of its own', () => {
  const below = { value: 3, label: 'Mon: 3 went', to: '/gone' }
  const { container } = draw({ points: [{ label: 'Mon', value: 9, to: '/came', below }] })
  expect(screen.getByRole('link', { name: 'Mon: 3 went' }).getAttribute('href')).toBe('/gone')
  expect(screen.getByRole('link', { name: 'Mon: 9 drinks' }).getAttribute('href')).toBe('/came')
  expect(container.querySelector('[class*=ticks] span')?.textContent).toBe('−5')
})

it('keeps the links of a line that is far from zero within its frame', () => {
  const far = points.map((point, index) => ({ ...point, value: 3_650 + index, below: undefined, before: undefined }))
  const { container } = draw({ shape: 'line', points: far })
  const frame = container.querySelector<HTMLElement>('[class*=frame]')
  expect(Number(frame?.style.getPropertyValue('--zero'))).toBe(0)
})
