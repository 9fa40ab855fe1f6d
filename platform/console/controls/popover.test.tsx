import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { Popover } from './popover'

function Formula({ children }: { children?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      hideDetached={false}
      target={
        <button type="button" onClick={() => setOpened(!opened)}>
          How it is counted
        </button>
      }
    >
      {children ?? <button type="button">Read more</button>}
    </Popover>
  )
}
const target = () => screen.getByRole('button', { name: 'How it is counted' })
const panel = () => screen.queryByRole('dialog', { hidden: true })

it('is its button alone until it is opened, and that says so', async () => {
  renderConsole(<Formula />, {})
  expect(target().getAttribute('aria-haspopup')).toBe('dialog')
  expect(target().getAttribute('aria-expanded')).toBe('false')
  expect(panel()).toBeNull()
  await userEvent.click(target())
  expect(target().getAttribute('aria-expanded')).toBe('true')
  const opened = await screen.findByRole('dialog', { hidden: true })
  expect(opened.id).toBe(target().getAttribute('aria-controls'))
  expect(opened.getAttribute('aria-labelledby')).toBe(target().id)
})

it('closes on Escape and gives the focus back to its button, which stayed the same', async () => {
  renderConsole(<Formula />, {})
  const before = target()
  await userEvent.click(before)
  const inside = await screen.findByRole('button', { name: 'Read more', hidden: true })
  await waitFor(() => expect(document.activeElement?.textContent).toBe(inside.textContent))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(before.getAttribute('aria-expanded')).toBe('false'))
  await waitFor(() => expect(document.activeElement === before).toBe(true))
  expect(target() === before).toBe(true)
})

function Eager() {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <button ref={ref} type="button">
      First filter
    </button>
  )
}

it('gives the focus back to its button though its content took it as it was drawn', async () => {
  renderConsole(
    <Formula>
      <Eager />
    </Formula>,
    {},
  )
  for (let time = 0; time < 2; time += 1) {
    await userEvent.click(target())
    await waitFor(() => expect(document.activeElement?.textContent).toContain('First filter'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement === target()).toBe(true))
  }
})

it('draws its button once, and knows it as soon as it is opened', async () => {
  const onDrawn = vi.fn()
  function Button(props: ComponentProps<'button'>) {
    useEffect(onDrawn)
    return <button type="button" {...props} />
  }
  function Opening() {
    const [opened, setOpened] = useState(false)
    const target = <Button onClick={() => setOpened(true)}>How it is counted</Button>
    return (
      <Popover opened={opened} onChange={setOpened} target={target}>
        By passes
      </Popover>
    )
  }
  renderConsole(<Opening />, {})
  expect(onDrawn).toHaveBeenCalledOnce()
  await userEvent.click(target())
  expect((await screen.findByRole('dialog', { hidden: true })).textContent).toBe('By passes')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(target()))
})

it('is closed by Escape on its button too, where the focus has not moved in yet', async () => {
  renderConsole(<Formula />, {})
  await userEvent.click(target())
  await screen.findByRole('dialog', { hidden: true })
  act(() => target().focus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(target().getAttribute('aria-expanded')).toBe('false'))
})
