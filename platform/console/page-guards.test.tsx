import { MantineProvider, Modal, Select, TagsInput } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DateField } from './dates/date-field'
import { ReasonField, type TypedText } from './forms/field-inputs'
import { CommandList } from './frame/command-list'
import { useShortcuts } from './frame/shortcuts'
import { guardPage } from './page-guards'

guardPage()

describe('copied figures', () => {
  function copied(text: string): string | undefined {
    document.body.textContent = text
    document.getSelection()?.selectAllChildren(document.body)
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true, bubbles: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented ? event.clipboardData?.getData('text/plain') : undefined
  }

  it('have a hyphen for a minus, which spreadsheets read', () => {
    expect(copied('Fee\t−$17.16\t−CHF 3\t−7.8%')).toBe('Fee\t-$17.16\t-CHF 3\t-7.8%')
  })

  it('without a minus are left to the browser', () => {
    expect(copied('$17.16 − a fee')).toBeUndefined()
  })
})

it('Enter chooses the highlighted option, however quickly the keys follow each other', async () => {
  const choose = vi.fn()
  render(
    <MantineProvider env="test">
      <Select label="Show" data={['Always', 'Sometimes', 'Never']} value="Always" onChange={choose} />
    </MantineProvider>,
  )
  const box = screen.getByRole('combobox', { name: 'Show' })
  for (const code of ['Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(box, { key: code, code })
  // The timer that Mantine starts with the list.
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  const highlighted = document.querySelector('[data-combobox-selected]')?.textContent
  expect(highlighted).toBe('Never')
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter' })
  expect(choose).toHaveBeenCalledExactlyOnceWith('Never', expect.anything())
})

describe('the second click of a double click', () => {
  const press = vi.fn()
  function Steps({ labels }: { labels: readonly string[] }) {
    const [step, setStep] = useState(0)
    const next = () => (press(labels[step]), setStep(step + 1))
    return <button onClick={next}>{labels[step]}</button>
  }
  const doubleClick = (labels: readonly string[]) => {
    press.mockClear()
    render(<Steps labels={labels} />)
    const button = screen.getByRole('button')
    for (const detail of [1, 2]) fireEvent.click(button, { detail })
    return button
  }

  it('presses nothing that has just come under the pointer; a click of its own does', () => {
    const button = doubleClick(['Mark 1 as sent', 'Confirm 1 payout', 'Done'])
    expect(press.mock.calls).toEqual([['Mark 1 as sent']])
    fireEvent.click(button, { detail: 1 })
    expect(press).toHaveBeenLastCalledWith('Confirm 1 payout')
  })

  it('presses the same button again', () => {
    doubleClick(['Next', 'Next', 'Next'])
    expect(press).toHaveBeenCalledTimes(2)
  })
})

describe('keys of an input method', () => {
  const composing = [
    ['while it composes', { isComposing: true }],
    ['after Safari has ended the composition', { keyCode: 229 }],
  ] as const
  const run = vi.fn()
  const typed = { props: { value: 'カフェ', onChange: vi.fn() } } as unknown as TypedText
  function Shortcuts() {
    useShortcuts([{ keys: 'Escape', label: 'Close', section: 'Test', run, allowInInputs: true }])
    return <input aria-label="Any" />
  }
  const option = { id: 'first', label: 'First', onSelect: run, onMore: run }
  const fields = {
    'a palette or switcher': (
      <CommandList
        groups={[{ label: 'All', items: [option, { ...option, id: 'second', label: 'Second' }] }]}
        query=""
        onQueryChange={run}
        placeholder="Search"
        emptyText="None"
        onClose={run}
        subject="A record"
        onBack={run}
      />
    ),
    'a date': <DateField label="Day" value="2026-05-01" onChange={run} />,
    'a reason that Ctrl+Enter sends': <ReasonField typed={typed} />,
    'tags of the library': <TagsInput label="Tags" data={['One']} onChange={run} />,
    'a field over which shortcuts listen': <Shortcuts />,
    'a dialog of the library': (
      <Modal opened onClose={run} transitionProps={{ duration: 0 }}>
        <input aria-label="Name" />
      </Modal>
    ),
  }

  for (const [name, field] of Object.entries(fields))
    it.each(composing)(`reach no handler of ${name} %s`, (_when, state) => {
      run.mockClear()
      const onKeyDown = vi.fn()
      render(
        <MantineProvider env="test">
          <form
            aria-label="Form"
            onKeyDown={onKeyDown}
            onSubmit={(event) => {
              event.preventDefault()
              run()
            }}
          >
            {field}
          </form>
        </MantineProvider>,
      )
      const input = document.querySelector<HTMLElement>('input, textarea')
      if (!input) throw new Error('There is no field')
      input.focus()
      const selected = screen.queryAllByRole('option', { selected: true }).map(({ id }) => id)
      for (const key of ['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab', 'Backspace'])
        for (const ctrlKey of [false, true]) expect(fireEvent.keyDown(input, { key, ctrlKey, ...state })).toBe(true)
      expect(run).not.toHaveBeenCalled()
      expect(onKeyDown).not.toHaveBeenCalled()
      expect(screen.queryAllByRole('option', { selected: true }).map(({ id }) => id)).toEqual(selected)
      fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true })
      expect(onKeyDown.mock.calls.length + run.mock.calls.length).toBeGreaterThan(0)
    })
})

describe('a translated page', () => {
  /** Replaces each text as Chrome does. */
  function translate(root: Node, how: 'replace' | 'insert' | 'wrap' | 'text' = 'replace'): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('font')) continue
      const words = document.createTextNode(`«${text.data}»`)
      const font = document.createElement('font')
      if (how === 'text') text.replaceWith(words)
      else if (how === 'wrap') {
        text.before(font)
        font.append(text)
      } else {
        font.append(document.createElement('font'))
        font.firstChild?.appendChild(words)
        if (how === 'replace') text.replaceWith(font)
        else {
          text.before(font)
          text.remove()
        }
      }
    }
  }
  const page: { show: (state: Partial<State>) => void } = { show: () => undefined }
  interface State {
    count: number
    isLoading: boolean
    isLong: boolean
    order: string[]
  }
  function Page() {
    const [{ count, isLoading, isLong, order }, set] = useState<State>({
      count: 20,
      isLoading: false,
      isLong: true,
      order: ['a', 'b'],
    })
    useEffect(() => {
      page.show = (state) => set((before) => ({ ...before, ...state }))
    }, [])
    return (
      <main>
        <p>
          {count} of 55{isLong && <b>!</b>}.
        </p>
        <button>
          {isLoading && <i>…</i>}
          {isLong ? 'Save changes' : 'Save'}
        </button>
        <div>
          {isLong && 'Only when long'}
          <span>{count}</span>
        </div>
        <ul>{order.map((key) => (isLong ? <li key={key}>{key}</li> : key))}</ul>
      </main>
    )
  }
  const change = async (state: Partial<State>) => {
    await act(async () => page.show(state))
    await settled()
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const textOf = (role: string) => screen.getByRole(role).textContent

  it.each(['replace', 'insert', 'wrap', 'text'] as const)('shows what React draws (%s)', async (how) => {
    render(<Page />)
    const plain = screen.getByRole('main').innerHTML
    translate(document.body, how)
    await settled()
    await change({ count: 1 })
    expect(textOf('paragraph')).toBe('1 of 55!.'.replace('!', how === 'wrap' ? '!' : '«!»'))
    translate(document.body, how)
    await settled()
    await change({ isLoading: true, isLong: false })
    expect(textOf('button')).toBe('…Save')
    expect(textOf('paragraph')?.replaceAll(/[«»]/g, '')).toBe('1 of 55.')
    expect(screen.queryByText(/Only when long/)).toBeNull()
    translate(document.body, how)
    await settled()
    await change({ order: ['b', 'c', 'a'] })
    expect(textOf('list')?.replaceAll(/[«»]/g, '')).toBe('bca')
    await change({ isLoading: false, isLong: true, count: 20, order: ['a', 'b'] })
    const words = screen.getByRole('main').textContent.replaceAll(/[«»]/g, '')
    const wanted = document.createElement('div')
    wanted.innerHTML = plain
    expect(words).toBe(wanted.textContent)
  })

  it('keeps the translation of what does not change', async () => {
    render(<Page />)
    translate(document.body)
    await settled()
    await change({ order: ['a', 'b', 'c'] })
    expect(textOf('paragraph')).toBe('«20»« of 55»«!»«.»')
  })

  it('has its own words again when the translator takes its nodes away', async () => {
    render(<Page />)
    const words = screen.getByRole('main').textContent
    translate(document.body)
    await settled()
    for (const font of document.querySelectorAll('main font')) font.remove()
    await settled()
    expect(screen.getByRole('main').textContent).toBe(words)
    await change({ count: 3, isLong: false })
    expect(textOf('paragraph')).toBe('3 of 55.')
  })
})
