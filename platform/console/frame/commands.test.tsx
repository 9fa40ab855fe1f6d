import { IconCheck, IconTrash } from '@tabler/icons-react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ThemeProvider } from '../theme/theme-provider'
import { defineCommands, offeredOf, RowMenu, useRecordCommands, useRowCommands } from './command'
import { CommandButton } from './page-header'
import { activeCommands, runWhenOpen } from './shortcuts'

type Cup = { id: string; name: string; isFull: boolean }
type Details = { mayBreak: boolean }

const cups = defineCommands<Cup, Details>()('cup', ({ name }) => name, {
  fill: {
    label: 'Fill',
    icon: IconCheck,
    keys: 'f',
    may: ({ isFull }) => !isFull || { disabledReason: 'It is full.' },
  },
  drink: { label: 'Drink', icon: IconCheck, may: ({ isFull }) => isFull || null },
  break: {
    label: 'Break',
    icon: IconTrash,
    danger: true,
    opensDialog: true,
    may: (_cup, { mayBreak }) => mayBreak || { disabledReason: 'Only administrators can do this.', onlyButton: true },
  },
})
const empty: Cup = { id: 'cup_1', name: 'Blue cup', isFull: false }
const full: Cup = { id: 'cup_2', name: 'Red cup', isFull: true }
const all = { mayBreak: true }
const run = vi.fn()

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function Row({ cup }: { cup: Cup }) {
  return (
    <div data-row-id={cup.id}>
      <button type="button">{cup.name}</button>
    </div>
  )
}
function List() {
  useRowCommands(cups, [empty, full], all, run)
  return [empty, full].map((cup) => <Row key={cup.id} cup={cup} />)
}
function Sheet({ cup, details = all }: { cup: Cup; details?: Details }) {
  useRecordCommands(cups, cup, details, run)
  return null
}

describe('what can be done to a record', () => {
  it('contains what status and role allow, with the reason of a disabled one', () => {
    const names = (cup: Cup, details: Details) =>
      offeredOf(cups, cup, details).map(({ name, disabledReason }) => [name, disabledReason])
    expect(names(empty, all)).toEqual([
      ['fill', undefined],
      ['break', undefined],
    ])
    expect(names(full, { mayBreak: false })).toEqual([
      ['fill', 'It is full.'],
      ['drink', undefined],
      ['break', 'Only administrators can do this.'],
    ])
  })

  it('is in its menu, without what the role can never do', async () => {
    render(
      <ThemeProvider>
        <RowMenu set={cups} row={full} details={{ mayBreak: false }} onRun={run} />
      </ThemeProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Red cup' }))
    const lines = await screen.findAllByRole('menuitem', { hidden: true })
    expect(lines.map((line) => line.textContent)).toEqual(['FillIt is full.', 'Drink'])
    await userEvent.click(lines[0] ?? document.body)
    expect(run).not.toHaveBeenCalled()
    await userEvent.click(lines[1] ?? document.body)
    expect(run).toHaveBeenCalledExactlyOnceWith('drink', full)
  })

  it('is about the row that has the focus, and has no key where it is locked', async () => {
    render(<List />)
    await userEvent.keyboard('f')
    expect(run).not.toHaveBeenCalled()
    expect(activeCommands()).toEqual([])
    screen.getByRole('button', { name: 'Red cup' }).focus()
    await userEvent.keyboard('f')
    expect(run).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'Blue cup' }).focus()
    await userEvent.keyboard('f')
    expect(run).toHaveBeenCalledExactlyOnceWith('fill', empty)
    expect(activeCommands().map(({ id, of }) => [id, of?.name])).toEqual([
      ['cup.fill', 'Blue cup'],
      ['cup.break', 'Blue cup'],
    ])
  })
})

describe('a command that was asked for before its record is open', () => {
  it('runs once, as soon as the record offers it', () => {
    runWhenOpen('cup.break', 'cup_2')
    const view = render(<Sheet cup={empty} />)
    expect(run).not.toHaveBeenCalled()
    view.rerender(<Sheet cup={full} />)
    view.rerender(<Sheet cup={full} />)
    expect(run).toHaveBeenCalledExactlyOnceWith('break', full)
  })

  it('is left to the record by a row that opens it', async () => {
    const opening = vi.fn((name: string, { id }: Cup) => runWhenOpen(`cup.${name}`, id))
    function OpeningList() {
      useRowCommands(cups, [empty], all, opening)
      return <Row cup={empty} />
    }
    const view = render(<OpeningList />)
    screen.getByRole('button', { name: 'Blue cup' }).focus()
    await userEvent.keyboard('f')
    expect(opening).toHaveBeenCalledOnce()
    view.rerender(
      <>
        <OpeningList />
        <Sheet cup={empty} />
      </>,
    )
    expect(opening).toHaveBeenCalledOnce()
    expect(run).toHaveBeenCalledExactlyOnceWith('fill', empty)
  })

  it('does nothing if the record turns out to prevent it', () => {
    runWhenOpen('cup.fill', 'cup_2')
    render(<Sheet cup={full} />)
    expect(run).not.toHaveBeenCalled()
  })

  it('is forgotten when the record never comes', () => {
    vi.useFakeTimers()
    runWhenOpen('cup.break', 'cup_2')
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    render(<Sheet cup={full} />)
    expect(run).not.toHaveBeenCalled()
  })
})

it('the button of a command brings its key along, unless it is locked', async () => {
  const make = { id: 'cups.make', label: 'Make cup', keys: 'c', run }
  const drawn = (disabledReason?: string) => (
    <ThemeProvider>
      <CommandButton command={{ ...make, disabledReason }} />
    </ThemeProvider>
  )
  const view = render(drawn())
  await userEvent.keyboard('c')
  await userEvent.click(screen.getByRole('button', { name: 'Make cup C' }))
  expect(run).toHaveBeenCalledTimes(2)
  view.rerender(drawn('No clay left.'))
  await userEvent.keyboard('c')
  await userEvent.click(screen.getByRole('button', { name: 'Make cup' }))
  expect(run).toHaveBeenCalledTimes(2)
})

it('asks for what a row offers when its menu is opened, and before only whether there is anything', async () => {
  const mayFill = vi.fn(() => true as const)
  const mayDrink = vi.fn(() => true as const)
  const told = defineCommands<Cup, Details>()('cup', ({ name }) => name, {
    fill: { label: 'Fill', icon: IconCheck, may: mayFill },
    drink: { label: 'Drink', icon: IconCheck, may: mayDrink },
  })
  render(<RowMenu set={told} row={empty} details={all} onRun={run} />, { wrapper: ThemeProvider })
  expect(mayFill).toHaveBeenCalledOnce()
  expect(mayDrink).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Blue cup' }))
  expect(await screen.findAllByRole('menuitem', { hidden: true })).toHaveLength(2)
})

it('draws no menu where nothing is offered', () => {
  render(<RowMenu set={cups} row={empty} details={{ mayBreak: false }} without={['fill']} onRun={run} />, {
    wrapper: ThemeProvider,
  })
  expect(screen.queryByRole('button')).toBeNull()
})
