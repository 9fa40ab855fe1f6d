import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { SupportLink } from './support-link'

const named = (supportAddress: string | null) => ({
  'settings.public': () => ({ supportAddress, appStoreUrl: null, playStoreUrl: null }),
})

it('leads to the support address of the platform settings', async () => {
  renderConsole(<SupportLink lead="Write to " />, named('help@quaff.test'))
  const link = await screen.findByRole('link', { name: 'help@quaff.test' })
  expect(link.getAttribute('href')).toBe('mailto:help@quaff.test')
  expect(screen.getByText(/^Write to/)).toBeTruthy()
})

it('leads nowhere and says so while nobody has named one', async () => {
  renderConsole(<SupportLink lead="Write to " />, named(null))
  expect(await screen.findByText('Support has no address yet.')).toBeTruthy()
  expect(screen.queryByText(/Write to/)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
