import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { onboardingPhases } from '../contract'
import { buildOnboardingState } from '../testing/onboarding-factory'
import { SetupBar } from './setup-bar-widget'

const assigned = { id: 'mer_1', name: 'Foxglove Tea House', logoUrl: null, temporary: false }
const owner = buildSession({ role: 'merchant_owner', assigned })

function SignedIn() {
  return useSession().session ? <SetupBar /> : null
}
function renderBar(address: string, details: Parameters<typeof buildOnboardingState>[0]) {
  window.history.replaceState(null, '', address)
  return renderConsole(
    <SessionProvider>
      <SignedIn />
    </SessionProvider>,
    { 'sessions.current': () => owner, 'onboarding.state': () => buildOnboardingState(details) },
  )
}
afterEach(() => window.history.replaceState(null, '', '/'))

describe('the setup bar', () => {
  it('leads back to the setup and says which step this is', async () => {
    renderBar('/plans', { done: ['profile', 'locations'] })
    const back = await screen.findByRole('link', { name: 'Back to setup' })
    expect(back.getAttribute('href')).toBe('/merchants/onboarding')
    expect(screen.getByText('Step 3 of 5: Create Subscription Plans')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull()
  })

  it('offers the next step once this one is done', async () => {
    renderBar('/plans', { done: ['profile', 'locations', 'plans'] })
    const next = await screen.findByRole('link', { name: 'Next: Configure Banking' })
    expect(next.getAttribute('href')).toBe('/settings/billing')
    expect(screen.getByText('Step 3 of 5: Create Subscription Plans · Done')).toBeTruthy()
  })

  it.each(['changes_requested', 'approved'] as const)('shows what was asked of this step: %s', async (phase) => {
    renderBar('/settings/billing', {
      done: ['profile', 'locations', 'plans', 'banking'],
      phase,
      changeRequest: { items: ['bank', 'taxId'], note: 'It is closed.', requestedAt: new Date('2026-03-10T12:00:00Z') },
    })
    expect(await screen.findByText('“It is closed.”')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Requested change' }).textContent).toBe('Bank account Change requested')
  })

  it.each(onboardingPhases.filter((phase) => phase !== 'pending_setup' && phase !== 'changes_requested'))(
    'is not there when the merchant is not in setup: %s',
    async (phase) => {
      const { client, container } = renderBar('/plans', { done: ['profile'], phase })
      await waitFor(() =>
        expect(client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })).toHaveLength(
          2,
        ),
      )
      expect(container.querySelector('nav')).toBeNull()
    },
  )
})
