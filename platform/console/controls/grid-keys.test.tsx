import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { gridRef } from './grid-ref'

afterEach(cleanup)

const drinks = ['Espresso', 'Lungo', 'Ristretto']
const onOpen = vi.fn()

/** A list as the console has them: a box, the row's link, a value that is only read, and a menu. */
function Drinks() {
  const [shown, setShown] = useState(drinks)
  return (
    <>
      <button>Before</button>
      <table ref={gridRef} role="grid" aria-label="Drinks">
        <thead>
          <tr>
            <th>Choose</th>
            <th>
              <button>Name</button>
            </th>
            <th>Price</th>
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((drink) => (
            <tr key={drink}>
              <td>
                <input type="checkbox" aria-label={`Choose ${drink}`} />
              </td>
              <td>
                <a
                  href={`#${drink}`}
                  data-row-link
                  onClick={(event) => {
                    event.preventDefault()
                    onOpen(drink)
                  }}
                >
                  {drink}
                </a>
              </td>
              <td>{`Price of ${drink}`}</td>
              <td>
                <button onClick={() => setShown(shown.filter((one) => one !== drink))}>{`Remove ${drink}`}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button onClick={() => setShown([...shown, 'Cortado'])}>After</button>
    </>
  )
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const stops = (grid: HTMLElement) => grid.querySelectorAll('[tabindex="0"]')
const isOneStop = async (grid: HTMLElement) => {
  await waitFor(() => expect(stops(grid)).toHaveLength(1))
  expect(grid.querySelectorAll(':is(a, button, input):not([tabindex])')).toHaveLength(0)
}

async function openDrinks() {
  render(<Drinks />)
  const grid = screen.getByRole('grid')
  await isOneStop(grid)
  const user = userEvent.setup()
  await user.tab()
  await user.tab()
  expect(focused()).toBe('Espresso')
  return { grid, user }
}

it('is one tab stop, before and after which Tab goes on', async () => {
  const { user } = await openDrinks()
  await user.tab()
  expect(focused()).toBe('After')
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(focused()).toBe('Before')
})

it('moves between controls and values by arrow keys, Home, End and Page keys, and stops at the edges', async () => {
  const { grid, user } = await openDrinks()
  const press = async (keys: string, target: string) => {
    await user.keyboard(keys)
    expect(focused(), keys).toBe(target)
  }
  await press('{ArrowRight}', 'Price of Espresso')
  await press('{ArrowRight}', 'Remove Espresso')
  await press('{ArrowRight}', 'Remove Espresso')
  await press('{ArrowDown}', 'Remove Lungo')
  await press('{Home}', 'Choose Lungo')
  await press('{End}', 'Remove Lungo')
  await press('{PageDown}', 'Remove Ristretto')
  await press('{PageUp}', 'Name')
  await press('{ArrowDown}', 'Espresso')
  await press('{Control>}{End}{/Control}', 'Remove Ristretto')
  await press('{Control>}{Home}{/Control}', 'Name')
  await isOneStop(grid)
})

it('remembers its place for the next Tab', async () => {
  const { user } = await openDrinks()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  await user.tab()
  await user.tab({ shift: true })
  expect(focused()).toBe('Price of Lungo')
})

it('opens the row with Enter on one of its values', async () => {
  const { user } = await openDrinks()
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('Lungo')
})

it('stays one tab stop with more rows, and keeps the focus in place of a removed row', async () => {
  const { grid, user } = await openDrinks()
  await user.click(screen.getByRole('button', { name: 'After' }))
  await screen.findByText('Cortado')
  await isOneStop(grid)
  screen.getByRole('button', { name: 'Remove Lungo' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Choose Ristretto'))
  await isOneStop(grid)
})

it('leaves the arrow keys to a field that is edited, until Escape or Enter', async () => {
  const onEscape = vi.fn()
  const onSubmit = vi.fn()
  render(
    <form
      onSubmit={onSubmit}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onEscape()
      }}
    >
      <div ref={gridRef} role="grid" aria-label="Hours">
        {['Monday', 'Tuesday'].map((day) => (
          <div key={day} role="row">
            <span role="gridcell" aria-label={`${day}, 7`}>
              <input aria-label={`${day} opens`} defaultValue="7" />
            </span>
            <span role="gridcell">
              <button type="button">{`Copy ${day}`}</button>
            </span>
          </div>
        ))}
      </div>
      <button>Save</button>
    </form>,
  )
  await isOneStop(screen.getByRole('grid'))
  const user = userEvent.setup()
  await user.tab()
  expect(focused()).toBe('Monday, 7')
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowLeft}')
  expect(focused()).toBe('Tuesday, 7')
  await user.keyboard('{Enter}{ArrowUp}')
  expect(focused()).toBe('Tuesday opens')
  await user.keyboard('{Escape}')
  expect(focused()).toBe('Tuesday, 7')
  await user.keyboard('{F2}{Enter}')
  expect(focused()).toBe('Tuesday, 7')
  await user.keyboard('5')
  expect(focused()).toBe('Tuesday opens')
  expect(onEscape).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  await user.tab()
  expect(focused()).toBe('Save')
})

it('takes a list of links as well', async () => {
  render(
    <ul ref={gridRef} aria-label="Bars">
      <li>
        <a href="#a">Daily Cup</a>
      </li>
      <li>Without a plan</li>
      <li>
        <a href="#b">Day Pass</a>
      </li>
    </ul>,
  )
  await isOneStop(screen.getByRole('list'))
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Day Pass')
})
