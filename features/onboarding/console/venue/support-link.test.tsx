import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SupportLink } from './support-link'
import { renderConsole } from '@quaff/platform/console/testing/render-console'

const named = (supportAddress: string | null) => ({
  'settings.public': () => ({ supportAddress, appStoreUrl: null, playStoreUrl: null }),
})

it('leads to the support address of the platform settings', async () => {
  renderConsole(<SupportLink />, named('help@quaff.test'))
  const link = await screen.findByRole('link', { name: 'help@quaff.test' })
  expect(link.getAttribute('href')).toBe('mailto:help@quaff.test')
})

it('leads to our own address while nobody has named one', async () => {
  renderConsole(<SupportLink />, named(null))
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('mailto:support@quaff.example')
})
