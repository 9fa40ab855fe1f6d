import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
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
