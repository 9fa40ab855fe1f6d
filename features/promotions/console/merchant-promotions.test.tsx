import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { MerchantPromotionList, PromotionRow } from '../contract'
import { MerchantPromotions } from './merchant-promotions-widget'

const row = (change: Partial<PromotionRow>): PromotionRow => ({
  merchantId: 'mer_1',
  merchantName: 'Wren & Rye',
  merchantStatus: 'active',
  logoUrl: null,
  businessType: null,
  promotionId: 'happy_hour',
  enabled: false,
  metadata: null,
  updatedAt: null,
  updatedBy: null,
  updatedByName: null,
  version: 0,
  ...change,
})
const list: MerchantPromotionList = {
  merchantId: 'mer_1',
  merchantName: 'Wren & Rye',
  merchantStatus: 'active',
  promotions: [
    row({
      enabled: true,
      metadata: { planIds: ['pln_1', 'pln_gone'] },
      updatedAt: new Date('2026-01-01T00:00:00Z'),
      updatedBy: 'usr_9',
      version: 1,
    }),
    row({ promotionId: 'early_bird' }),
    row({ promotionId: 'summer_2019', enabled: true, metadata: {}, version: 1 }),
  ],
  plans: [{ id: 'pln_1', name: 'Daily Cup', active: true }],
}

function WhenSignedIn() {
  return useSession().session && <MerchantPromotions merchantId="mer_1" />
}
function renderWidget(role: string, answer: () => unknown = () => list) {
  return renderConsole(
    <SessionProvider>
      <WhenSignedIn />
    </SessionProvider>,
    { 'sessions.current': () => buildSession({ role, merchantIds: ['mer_1'] }), 'promotions.listForMerchant': answer },
  )
}

it.each(['merchant_owner', 'merchant_viewer'])('a %s reads it: switches do nothing and say why', async (role) => {
  const { calls } = renderWidget(role)
  const control = await screen.findByRole('switch', { name: 'Early bird at Wren & Rye' })
  expect(control.getAttribute('aria-disabled')).toBe('true')
  expect(control.getAttribute('aria-description')).toBe('Only administrators can do this.')
  await userEvent.click(control)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: /Edit details/ })).toBeNull()
  expect(calls.map(({ name }) => name)).not.toContain('promotions.setEnabled')
})

it('names plans, missing ones too, and who changed it', async () => {
  renderWidget('merchant_owner')
  expect(await screen.findByText('Plans: Daily Cup, Unknown Plan')).toBeTruthy()
  expect(screen.getByText(/by Platform team/)).toBeTruthy()
})

it('shows promotions that the catalogue does not know, without a way to change them', async () => {
  renderWidget('quaff_admin')
  const control = await screen.findByRole('switch', { name: 'Summer 2019 at Wren & Rye' })
  expect(control.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('No longer available.')).toBeTruthy()
})

it('lets an administrator open the details from the switch', async () => {
  renderWidget('quaff_admin')
  await userEvent.click(await screen.findByRole('switch', { name: 'Early bird at Wren & Rye' }))
  const dialog = await screen.findByRole('dialog', { name: 'Early bird at Wren & Rye' })
  expect(within(dialog).getByRole('button', { name: 'Enable' })).toBeTruthy()
  expect(within(dialog).queryByLabelText('Limit per customer')).toBeNull()
})

it('fails alone, with Retry', async () => {
  let isDown = true
  renderWidget('quaff_admin', () => {
    if (isDown) throw new Error('down')
    return list
  })
  expect(await screen.findByText('Couldn’t load promotions')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Early bird')).toBeTruthy()
})
