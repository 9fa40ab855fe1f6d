import { screen, waitFor } from '@testing-library/react'
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

it('says nothing without a support address', async () => {
  const { container } = renderConsole(<SupportLink lead="Write to " />, named(null))
  await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull())
  expect(screen.queryByText(/Write to|Support/)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
