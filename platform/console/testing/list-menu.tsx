import { fireEvent, screen } from '@testing-library/react'

/** Opens a part of the menu of the list on screen. */
export async function openListPart(name: 'Sort' | 'Columns' | 'Export'): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'List options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`), hidden: true }))
}
