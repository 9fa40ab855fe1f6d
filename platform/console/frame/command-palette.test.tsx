import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from '../controls/dialog'
import { renderConsole } from '../testing/render-console'
import { CommandPalette } from './command-palette'

const items = Array.from({ length: 30 }, (_, index) => ({
  id: String(index),
  label: `Page ${index}`,
  onSelect: () => undefined,
}))

it('has the focus as soon as it is drawn, so that no typed letter is lost', () => {
  renderConsole(
    <CommandPalette
      opened
      onClose={() => undefined}
      placeholder="Search"
      emptyText="No results"
      groups={[]}
      query=""
      onQueryChange={() => undefined}
    />,
    {},
  )
  expect(document.activeElement).toBe(screen.getByRole('combobox', { hidden: true }))
})

const form = (onClose: () => void) => (
  <Dialog opened onClose={onClose} title="Edit link">
    <input aria-label="Name" />
  </Dialog>
)

it('closes alone on Escape: the dialog beneath stays', async () => {
  const closed: string[] = []
  const close = (what: string) => () => void closed.push(what)
  renderConsole(
    <>
      {form(close('dialog'))}
      <CommandPalette
        opened
        onClose={close('palette')}
        placeholder="Search"
        emptyText="No results"
        groups={[]}
        query=""
        onQueryChange={() => undefined}
      />
    </>,
    {},
  )
  await userEvent.type(screen.getByRole('combobox', { hidden: true }), '{Escape}')
  expect(closed).toEqual(['palette'])
})

function OpenedByAddress() {
  const [opened, setOpened] = useState(true)
  return <main tabIndex={-1}>{opened && form(() => setOpened(false))}</main>
}

it('a dialog that a URL opened gives the focus to the page', async () => {
  renderConsole(<OpenedByAddress />, {})
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name', hidden: true }), '{Escape}')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
})

it('opens with what there is room for; the rest comes after its first frame', async () => {
  renderConsole(
    <CommandPalette
      opened
      onClose={() => undefined}
      placeholder="Search"
      emptyText="No results"
      groups={[{ label: 'Pages', items }]}
      query=""
      onQueryChange={() => undefined}
    />,
    {},
  )
  const options = () => screen.getAllByRole('option', { hidden: true })
  expect(options()).toHaveLength(14)
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('30 results')
  await waitFor(() => expect(options()).toHaveLength(30))
})
