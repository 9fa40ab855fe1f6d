import { expect, type Page } from '@playwright/test'
import type { Stored } from './store-payloads'

/** An address, and what is pressed there before it is read. */
export interface StoredScreen {
  address: string
  press?: (page: Page) => Promise<void>
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const screens = (...addresses: string[]): StoredScreen[] => addresses.map((address) => ({ address }))

/** Demo records in states that the stored ones are not in. */
export type Found = Record<'suspended' | 'customer' | 'blocked' | 'failed', string>

/** What an administrator sees: all merchants together, and at last the stored venue. */
export function staffScreens(stored: Stored, found: Found): StoredScreen[] {
  const { merchant, person, waitlist, form } = stored
  const someone = `/users?tab=everyone&q=zq.viewer&id=${person}`
  return [
    ...screens('/merchants?q=Zq', '/merchants?tab=other&q=Zq', '/merchants?needsReview=true'),
    ...['overview', 'locations', 'plans', 'subscribers', 'promotions', 'team', 'banking', 'activity'].map((view) => ({
      address: `/merchants?id=${merchant}&view=${view}`,
    })),
    ...screens(`/merchants?tab=other&id=${found.suspended}`, `/merchants?id=${found.suspended}&view=banking`),
    ...screens('/users?tab=everyone&q=zq.viewer', someone, '/users?tab=pending', '/users?tab=customers'),
    { address: someone, press: tab('Access') },
    ...screens(`/users?tab=blocked&id=${found.blocked}`, `/users?tab=customers&id=${found.customer}`),
    ...['Subscriptions', 'Redemptions', 'Activity'].map((name) => ({
      address: `/users?tab=customers&id=${found.customer}`,
      press: tab(name),
    })),
    ...screens('/plans/promotions?promotion=happy_hour&q=Zq', `/plans/promotions?tab=merchant&merchant=${merchant}`),
    ...screens('/analytics', `/analytics?tab=subscriptions&id=${stored.subscription}`, '/analytics?tab=redemptions'),
    ...screens(`/analytics?tab=redemptions&redemption=${stored.redemption}`),
    ...screens('/payouts', `/payouts?id=${stored.payout}`, `/payouts?status=failed&id=${found.failed}`),
    ...screens('/payouts?action=generate', '/payouts?action=bank-file', `/payouts/statement?id=${stored.payout}`),
    ...screens(`/waitlists?list=${waitlist}`, `/waitlists?list=${waitlist}&view=demand`),
    ...[`id=${stored.entry}`, 'action=edit', 'action=share', 'action=next'].map((part) => ({
      address: `/waitlists?list=${waitlist}&${part}`,
    })),
    ...screens('/affiliates', `/affiliates?id=${stored.link}`, '/merchant-signup-forms'),
    ...['', '&view=settings', '&view=share', '&view=results'].map((view) => ({
      address: `/merchant-signup-forms?id=${form}${view}`,
    })),
    ...screens('/merchant-signup-forms?tab=submissions', '/merchant-signup-forms?tab=applications'),
    ...screens(
      `/merchant-signup-forms?tab=submissions&id=${stored.submission}`,
      `/merchant-signup-forms?tab=applications&id=${stored.signup}`,
    ),
    ...['profile', 'security', 'health', 'platform', 'audit'].map((name) => ({ address: `/settings?tab=${name}` })),
    ...screens('/dashboard', '/dashboard?activity=all'),
    { address: '/dashboard', press: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
    { address: '/dashboard', press: (page) => page.getByRole('button', { name: /^Switch merchant/ }).click() },
    { address: '/dashboard', press: search },
    { address: `/merchants?id=${merchant}`, press: openAsThisMerchant },
    ...screens(`/locations?id=${stored.location}`, `/plans?id=${stored.plan}`),
  ]
}

/** What belongs to one venue: chosen by an administrator, or the own one of an owner or a viewer. */
export function venueScreens({ location, plan }: Record<'location' | 'plan', string>): StoredScreen[] {
  return [
    ...screens('/dashboard', '/locations', `/locations?id=${location}`, `/locations?id=${location}&action=edit`),
    ...screens('/locations?action=print', '/plans', `/plans?id=${plan}`),
    ...screens('/users', '/users?tab=pending', '/redemptions?tab=history', '/redemptions?tab=insights', '/affiliates'),
    ...screens('/redemptions?tab=subscribers', '/payouts', '/analytics', '/settings/billing', '/settings/branding'),
  ]
}

/** What an owner or a viewer sees besides. */
export const memberScreens: StoredScreen[] = screens(
  ...['/settings', '/settings?tab=access', '/settings?tab=security'],
  ...['/merchants/onboarding', '/merchants/onboarding/business', '/merchants/application-submitted'],
)

const openAsThisMerchant = (page: Page) => page.getByRole('link', { name: 'Open as this merchant' }).click()

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Zq')
  await expect(page.getByRole('option').first()).toBeVisible()
}
