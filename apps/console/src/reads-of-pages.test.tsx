import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { buildWaitlist } from '@quaff/features/waitlists/testing/waitlist-rows-factory'
import { renderAddress, sessionOf } from './testing/render-address'

const page = { rows: [], hasMore: false, nextCursor: null, total: 0 }
const answers = {
  'merchants.list': () => page,
  'users.list': () => page,
  'users.stats': () => new Promise(() => undefined),
  'dashboard.metrics': () => new Promise(() => undefined),
  'dashboard.quickActions': () => [],
  'activity.recent': () => ({ items: [], notices: [] }),
  'waitlists.list': () => [buildWaitlist()],
  'waitlists.entries': () => page,
  'waitlists.sources': () => [],
  'promotions.catalogue': () => [],
  'promotions.listForPromotion': () => page,
  'locations.overview': () => new Promise(() => undefined),
  'locations.list': () => page,
  'plans.list': () => new Promise(() => undefined),
  'onboarding.mine': () => null,
}

const pages: { link: string; from: string; opensDialog: string[]; isOwner?: boolean }[] = [
  { link: 'Merchants', from: '/users', opensDialog: ['merchants.counts', 'merchants.list'] },
  { link: 'Users', from: '/merchants', opensDialog: ['users.list', 'users.stats'] },
  {
    link: 'Dashboard',
    from: '/users',
    opensDialog: ['activity.recent', 'dashboard.metrics', 'dashboard.quickActions'],
  },
  { link: 'Waitlists', from: '/users', opensDialog: ['waitlists.entries', 'waitlists.list', 'waitlists.sources'] },
  { link: 'Promotions', from: '/users', opensDialog: ['promotions.catalogue', 'promotions.listForPromotion'] },
  { link: 'Locations', from: '/plans', opensDialog: ['locations.list', 'locations.overview'], isOwner: true },
  { link: 'Plans & Pricing', from: '/locations', opensDialog: ['plans.list'], isOwner: true },
]
const owner = sessionOf({
  role: 'merchant_owner',
  merchantIds: ['mer_1'],
  assigned: { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false },
})

it.each(pages)(
  '$link is read when the pointer comes to its link, and asks with the same words when it is opened',
  async (target) => {
    const { calls, client } = renderAddress(
      target.from,
      target.isOwner ? owner : sessionOf({ role: 'quaff_admin' }),
      answers,
    )
    client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, staleTime: Infinity } })
    const requested = () => calls.map(({ name }) => name).filter((name) => target.opensDialog.includes(name))
    const link = await screen.findByRole('link', { name: target.link })
    expect(requested()).toEqual([])

    await userEvent.hover(link)
    await waitFor(() => expect(requested().toSorted()).toEqual(target.opensDialog), { timeout: 10_000 })
    await userEvent.click(link)
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'))
    await screen.findByRole('heading', {
      level: 1,
      name: target.link === 'Dashboard' ? /^Welcome/ : new RegExp(target.link),
    })
    expect(requested().toSorted()).toEqual(target.opensDialog.toSorted())
    const inputs = new Set(
      calls.filter(({ name }) => target.opensDialog.includes(name)).map((call) => JSON.stringify(call)),
    )
    expect(inputs.size).toBe(target.opensDialog.length)
  },
)
