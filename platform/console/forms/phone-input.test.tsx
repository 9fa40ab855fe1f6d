import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { phoneText } from '@quaff/platform/shared/phone'
import { PhoneInput } from './field-inputs'
import { phoneExampleOf } from './phone-examples'

it.each([
  ['Schweiz', '+41 78 123 45 67'],
  ['JP', '+81 90 1234 5678'],
  ['Saudi Arabia', '+966 51 234 5678'],
  ['Hungary', '+36 20 123 4567'],
  ['USA', '+1 201 555 0123'],
])('a phone field in %s shows %s, also in its error', async (country, example) => {
  renderConsole(<PhoneInput label="Phone" country={country} error={phoneText} />, {})
  expect(await screen.findByPlaceholderText(example)).toBe(screen.getByLabelText('Phone'))
  expect(screen.getByText(`Enter a phone number, such as ${example}.`)).toBeTruthy()
})

it('a phone field without a known country keeps its own messages', async () => {
  expect([phoneExampleOf('Atlantis'), phoneExampleOf(''), phoneExampleOf('AQ')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  renderConsole(<PhoneInput label="Phone" country="Atlantis" error="Enter a phone number." />, {})
  expect(await screen.findByText('Enter a phone number.')).toBeTruthy()
  expect(screen.getByLabelText('Phone').hasAttribute('placeholder')).toBe(false)
})
