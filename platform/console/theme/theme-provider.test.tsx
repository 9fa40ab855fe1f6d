import { MultiSelect, Select } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderConsole } from '../testing/render-console'

describe('lists of choices', () => {
  it.each([
    ['Select', <Select key="s" label="Drink" data={['Espresso', 'Lemonade']} />],
    ['MultiSelect', <MultiSelect key="m" label="Drink" data={['Espresso', 'Lemonade']} />],
  ])('of a %s open inside the main landmark and scroll themselves', async (_, field) => {
    renderConsole(<main>{field}</main>, {})
    fireEvent.click(screen.getByRole('combobox', { name: 'Drink' }))
    const list = await screen.findByRole('listbox', { hidden: true })
    expect(list.closest('main')).not.toBeNull()
    expect(list.style.overflowY).toBe('auto')
    expect(list.querySelector('[data-scrollbars]')).toBeNull()
  })

  it('SEARCH-FORMS: find an option without its accents and in any order of words', async () => {
    const data = ['Lemonade', { group: 'Cafés', items: ['Café Noël', 'Joe’s'] }]
    renderConsole(
      <main>
        <Select label="Place" data={data} searchable />
      </main>,
      {},
    )
    await userEvent.type(screen.getByRole('combobox', { name: 'Place' }), 'noel cafe')
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['Café Noël'])
  })
})
