import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { hasChangedForm, leaveForms } from './changed-forms'
import { GuardedFooter, useCloseGuard } from './form-dialog'

function Form({ name, onSave }: { name: string; onSave?: (leave: () => void) => void }) {
  const [opened, setOpened] = useState(true)
  return opened && <Fields name={name} onClose={() => setOpened(false)} onSave={onSave} />
}

function Fields(props: { name: string; onClose: () => void; onSave?: (leave: () => void) => void }) {
  const [text, setText] = useState('')
  const guard = useCloseGuard(text !== '', props.onClose)
  return (
    <section aria-label={props.name}>
      <input aria-label={props.name} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <GuardedFooter guard={guard}>
        <button onClick={() => props.onSave?.(guard.leave)}>Save</button>
      </GuardedFooter>
    </section>
  )
}

function openForms(...names: string[]) {
  const history = createMemoryHistory({ initialEntries: ['/first'] })
  const Forms = () => names.map((name) => <Form key={name} name={name} />)
  const router = createRouter({ routeTree: createRootRoute({ component: Forms, notFoundComponent: Forms }), history })
  renderConsole(<RouterProvider router={router} />, {})
  return { user: userEvent.setup(), history, here: () => history.location.pathname }
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('leaving a changed form', () => {
  it('asks nothing while nothing is typed', async () => {
    const { history, here } = openForms('Notes')
    await screen.findByLabelText('Notes', { selector: 'input' })
    const go = vi.fn()
    leaveForms(go)
    expect(go).toHaveBeenCalledOnce()
    history.push('/second')
    await waitFor(() => expect(here()).toBe('/second'))
  })

  it('goes where the person was going once the text may go', async () => {
    const { user, history, here } = openForms('Notes')
    await user.type(await screen.findByLabelText('Notes', { selector: 'input' }), 'a')
    history.push('/second?tab=1')
    expect((await screen.findByRole('alert')).textContent).toBe('Discard what you typed?')
    expect(here()).toBe('/first')
    await press(user, 'Discard')
    await waitFor(() => expect(history.location.href).toBe('/second?tab=1'))
    expect(hasChangedForm()).toBe(false)
  })

  it('asks before what is no navigation, and does it after Discard', async () => {
    const { user } = openForms('Notes')
    await user.type(await screen.findByLabelText('Notes', { selector: 'input' }), 'a')
    const go = vi.fn()
    leaveForms(go)
    await press(user, 'Keep editing')
    expect(go).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Notes', { selector: 'input' })).toHaveProperty('value', 'a')
    leaveForms(go)
    await press(user, 'Discard')
    expect(go).toHaveBeenCalledOnce()
  })

  it('asks each of two changed forms', async () => {
    const { user } = openForms('Page', 'Dialog')
    await user.type(await screen.findByLabelText('Page', { selector: 'input' }), 'a')
    await user.type(screen.getByLabelText('Dialog', { selector: 'input' }), 'b')
    const go = vi.fn()
    leaveForms(go)
    expect(await within(screen.getByRole('region', { name: 'Dialog' })).findByRole('alert')).toBeTruthy()
    await press(user, 'Discard')
    expect(screen.queryByRole('region', { name: 'Dialog' })).toBeNull()
    expect(go).not.toHaveBeenCalled()
    await press(user, 'Discard')
    expect(go).toHaveBeenCalledOnce()
  })

  it('goes on by itself when the text was saved while it was asked about', async () => {
    const saves: (() => void)[] = []
    renderConsole(<Form name="Notes" onSave={(leave) => saves.push(leave)} />, {})
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Notes', { selector: 'input' }), 'a')
    await press(user, 'Save')
    const go = vi.fn()
    leaveForms(go)
    expect(await screen.findByRole('alert')).toBeTruthy()
    saves[0]?.()
    expect(go).toHaveBeenCalledOnce()
  })

  it('does not close again after a save that ends when the form is gone', async () => {
    const saves: ((close?: () => void) => void)[] = []
    const view = renderConsole(<Form name="Notes" onSave={(leave) => saves.push(leave)} />, {})
    await press(userEvent.setup(), 'Save')
    view.unmount()
    const open = vi.fn()
    saves[0]?.(open)
    expect(open).not.toHaveBeenCalled()
  })
})
