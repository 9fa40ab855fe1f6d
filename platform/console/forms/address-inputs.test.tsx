import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { noAddress, type TypedAddress } from '../../shared/fields/address'
import { AddressInputs } from './address-inputs'

const zurich = { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' }

function Form({ initial, onValues }: { initial: Partial<TypedAddress>; onValues: (values: TypedAddress) => void }) {
  const form = useForm<TypedAddress>({ initialValues: { ...noAddress, ...initial } })
  onValues(form.values)
  return (
    <MantineProvider env="test">
      <AddressInputs form={form} />
      <button type="button">Save</button>
    </MantineProvider>
  )
}

function open(initial: Partial<TypedAddress> = {}) {
  let values: TypedAddress = noAddress
  render(<Form initial={initial} onValues={(current) => (values = current)} />)
  return {
    user: userEvent.setup(),
    values: () => values,
    country: screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' }),
    labels: () => screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent),
  }
}

describe('the country of an address', () => {
  it.each([
    ['Schweiz', 'CH'],
    ['日本', 'JP'],
    ['uk', 'GB'],
    ['cote d', 'CI'],
    ['aland', 'AX'],
  ])('is found by %s', async (typed, code) => {
    const { user, values, country } = open()
    await user.type(country, `${typed}{Enter}`)
    expect(values().country).toBe(code)
  })

  it('is taken over from a name or code that was left in the field, such as one that a browser filled in', async () => {
    const { user, values, country } = open()
    await user.type(country, 'Deutschland')
    await user.tab()
    expect(values().country).toBe('DE')
    expect(country.value).toBe('Germany')
    await user.clear(country)
    await user.type(country, 'Atlantis')
    expect(screen.getByText('No country found')).toBeTruthy()
    await user.tab()
    expect(values().country).toBe('DE')
    expect(country.value).toBe('Germany')
  })

  it.each([
    ['Schweiz', 'Switzerland'],
    ['usa', 'United States'],
    ['Atlantis', 'Atlantis'],
  ])('stored as %s is shown as %s and stays as stored until another one is chosen', async (stored, shown) => {
    const { user, values, country } = open({ ...zurich, country: stored })
    expect(country.value).toBe(shown)
    await user.click(country)
    await user.tab()
    expect(values().country).toBe(stored)
    await user.clear(country)
    await user.type(country, 'Japan{Enter}')
    expect(values().country).toBe('JP')
  })

  it('can be removed', async () => {
    const { user, values } = open(zurich)
    await user.click(screen.getByLabelText('Clear country'))
    expect(values().country).toBe('')
  })
})

describe('the fields of an address', () => {
  it('have the order and names of the country, and keep what was typed when it changes', async () => {
    const { user, values, country, labels } = open({ line1: '1 Main St', city: 'Austin', postalCode: '78701' })
    expect(labels()).toEqual(['Street and number', 'Floor, suite (optional)', 'City', 'State or region', 'Postal code'])
    await user.type(country, 'United States{Enter}')
    expect(labels().slice(2)).toEqual(['City', 'State', 'ZIP code'])
    await user.clear(country)
    await user.type(country, 'Japan{Enter}')
    expect(labels()).toEqual(['Postal code', 'Prefecture', 'City', 'Street and number', 'Floor, suite (optional)'])
    expect(values()).toEqual({ ...noAddress, line1: '1 Main St', city: 'Austin', postalCode: '78701', country: 'JP' })
  })

  it('do not ask for what the country lacks, but show what is stored and keep it open while it is changed', async () => {
    const { user, country, labels } = open({ ...zurich, region: 'ZH' })
    expect(labels()).toContain('Canton')
    await user.clear(screen.getByRole('textbox', { name: 'Canton' }))
    expect(labels()).toContain('Canton')
    await user.clear(screen.getByRole('textbox', { name: 'Postal code' }))
    await user.clear(country)
    await user.type(country, 'Germany{Enter}')
    expect(labels()).toContain('Postal code')
  })

  it.each([
    ['HK', ['Area', 'District', 'Street and number', 'Floor, suite (optional)']],
    ['CH', ['Street and number', 'Floor, suite (optional)', 'Postal code', 'City']],
  ])('in %s are %j', (country, names) => {
    expect(open({ country }).labels()).toEqual(names)
  })

  it('warn when the focus leaves the address, and not before or for an address as it was stored', async () => {
    const { user } = open({ ...zurich, postalCode: '80010' })
    const code = screen.getByRole('textbox', { name: 'Postal code' })
    await user.click(code)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.queryByText(/looks unusual/)).toBeNull()
    await user.type(code, '0')
    await user.click(screen.getByRole('textbox', { name: 'City' }))
    expect(screen.queryByText(/looks unusual/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Postal code looks unusual. Example: 2544. You can still save it.')).toBeTruthy()
    await user.clear(code)
    expect(screen.queryByText(/looks unusual/)).toBeNull()
  })
})
