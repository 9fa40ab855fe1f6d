import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SessionProvider, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { AddVenueDialog } from './add-venue-widget'

function Page({ onClose }: { onClose: () => void }) {
  const { current } = useMerchantSelection()
  return (
    useSession().session && (
      <>
        <p>At {current?.name ?? 'none'}</p>
        <AddVenueDialog onClose={onClose} />
      </>
    )
  )
}
function renderDialog(answers: Answers) {
  const onClose = vi.fn<() => void>()
  let merchantIds = ['mer_1']
  const view = renderConsole(
    <SessionProvider>
      <Page onClose={onClose} />
    </SessionProvider>,
    {
      'merchants.options': () => [],
      'sessions.current': () => buildSession({ role: 'merchant_owner', merchantIds }),
      'onboarding.open': () => {
        merchantIds = ['mer_1', 'mer_2']
        return { merchantId: 'mer_2' }
      },
      ...answers,
    },
  )
  return { ...view, onClose }
}

it('adds the venue by its name, selects it and closes', async () => {
  const { calls, onClose } = renderDialog({})
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Second Cup{Enter}')
  expect(await screen.findByText('At Second Cup')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  const sent = calls.find(({ name }) => name === 'onboarding.open')?.input
  expect(sent).toMatchObject({ name: 'Second Cup', requestKey: expect.any(String) })
  await waitFor(() => expect(calls.filter(({ name }) => name === 'merchants.options').length).toBeGreaterThan(1))
})

it('leads to the venue in setup instead of asking for another name', async () => {
  const venue = { id: 'mer_1', name: 'Wrong Street', logoUrl: null, timeZone: null, isLive: false, plansForSale: 0 }
  const { onClose } = renderDialog({ 'merchants.options': () => [{ ...venue, status: 'pending' }] })
  expect(await screen.findByText(/^You’re still setting up Wrong Street\./)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue setup' }))
  expect(await screen.findByText('At Wrong Street')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
})

it('asks for the name, and shows why no other venue can be added now', async () => {
  const { calls } = renderDialog({
    'onboarding.open': () => {
      throw new ORPCError('CONFLICT', {
        message: 'Finish the venue that you are setting up first.',
        data: { reason: 'SETUP_OPEN' },
      })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add venue' }))
  expect(calls.filter(({ name }) => name === 'onboarding.open')).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Second Cup')
  await userEvent.click(screen.getByRole('button', { name: 'Add venue' }))
  expect(await screen.findByText('Finish the venue that you are setting up first.')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('At none')).toBeTruthy())
})
