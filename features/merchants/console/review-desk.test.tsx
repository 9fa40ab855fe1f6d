import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { ShortcutHelp } from '@quaff/platform/console/frame/shortcut-help'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { ReviewItem, ReviewQueue } from '../contract'
import { buildMerchantRecord, buildPendingRecord, buildReviewItem } from '../testing/merchant-record-factory'
import { buildSheetParts } from '../testing/sheet-parts-factory'
import { ReviewDesk } from './review-desk-view'
import { reasonsText, waitingText } from './review-merchant-panel'

const names: Record<string, string> = { mer_1: 'Wren & Rye', mer_2: 'Little Harbor', mer_3: 'Driftwood' }
const queue = queueOf(Object.entries(names).map(([id, name]) => buildReviewItem({ id, name })))

function queueOf(items: ReviewItem[], total = items.length): ReviewQueue {
  return { items, total }
}

const parts = buildSheetParts()

function Desk({ onLeave }: { onLeave: () => void }) {
  const [id, setId] = useState<string>()
  const [help, setHelp] = useState(false)
  if (!useSession().session) return null
  return (
    <>
      <ReviewDesk parts={parts} id={id} onOpen={setId} onOpenRecord={() => undefined} onLeave={onLeave} />
      <button type="button" onClick={() => setHelp(true)}>
        Help
      </button>
      <ShortcutHelp opened={help} onClose={() => undefined} />
    </>
  )
}

function renderDesk(answers: Answers = {}) {
  const onLeave = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <Desk onLeave={onLeave} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'merchants.reviewQueue': () => queue,
      'merchants.get': ({ merchantId }: { merchantId: string }) =>
        buildPendingRecord({ id: merchantId, name: names[merchantId] ?? '' }),
      'merchants.approve': ({ merchantId }: { merchantId: string }) =>
        buildMerchantRecord({ id: merchantId, name: names[merchantId] ?? '' }),
      'merchants.impact': () => ({
        totalSubscribers: 0,
        activeSubscribers: 0,
        subscriptions: 0,
        redemptions: 0,
        payouts: 0,
        owners: 1,
        deletable: true,
      }),
      ...answers,
    },
  )
  return { ...view, onLeave, user: userEvent.setup() }
}
const open = (name: string) => screen.findByRole('article', { name })

describe('review desk', () => {
  it('shows what is being approved: plans, locations, the account, its owner, the terms and earlier requests', async () => {
    renderDesk({
      'merchants.get': ({ merchantId }: { merchantId: string }) =>
        buildPendingRecord({
          id: merchantId,
          name: 'Wren & Rye',
          ownerName: 'Dana Whitlock',
          ownerEmail: 'dana@wren.test',
          earlierRequests: [{ items: ['bank'], note: 'No account.', requestedAt: new Date('2026-01-01T00:00:00Z') }],
        }),
    })
    expect(await screen.findByText('plans of mer_1')).toBeTruthy()
    for (const part of ['banking', 'locations', 'terms']) expect(screen.getByText(`${part} of mer_1`)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Open plans' })).toBeTruthy()
    const holder = screen.getByRole('link', { name: 'Dana Whitlock, dana@wren.test' })
    expect(holder.getAttribute('href')).toBe('/users?id=usr_dana')
    expect(screen.getByText('Earlier requests (1)')).toBeTruthy()
    expect(screen.getByText('No account.')).toBeTruthy()
  })

  it('lists the queue with the days waiting and the reasons of its order', async () => {
    renderDesk()
    const list = await screen.findByRole('navigation', { name: 'Review queue' })
    expect(within(list).getAllByRole('link')).toHaveLength(3)
    expect(within(list).getAllByText('Waiting 3 days · 86% complete')).toHaveLength(3)
    expect(within(list).getAllByText('Steps missing')).toHaveLength(3)
    expect(await open('Wren & Rye')).toBeTruthy()
  })

  it('is worked through by keyboard alone: approve, the next one opens, and it ends when all is done', async () => {
    const { user, calls } = renderDesk()
    for (const [done, name] of Object.values(names).entries()) {
      const article = await open(name)
      expect(screen.getByText(`${done} of 3 reviewed`)).toBeTruthy()
      await within(article).findByText('Completeness')
      await user.keyboard('a')
      await screen.findByRole('dialog', { name: `Approve ${name}?` })
      await user.keyboard('{Control>}{Enter}{/Control}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(await screen.findByText('All reviewed')).toBeTruthy()
    expect(screen.getByText('You have reviewed 3 merchants. Nothing else waits.')).toBeTruthy()
    expect(calls.filter((call) => call.name === 'merchants.approve')).toHaveLength(3)
  })

  it('moves with the arrows, and comes back to what was passed over', async () => {
    const { user } = renderDesk()
    await open('Wren & Rye')
    await user.keyboard('{ArrowRight}')
    await open('Little Harbor')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    const last = await open('Driftwood')
    await within(last).findByText('Completeness')
    await user.keyboard('a')
    await screen.findByRole('dialog', { name: 'Approve Driftwood?' })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await open('Wren & Rye')).toBeTruthy()
    expect(await screen.findByText('1 of 3 reviewed')).toBeTruthy()
  })

  it('requests changes with R, declines with D and leaves with Escape', async () => {
    const { user, onLeave } = renderDesk()
    const article = await open('Wren & Rye')
    await within(article).findByText('Completeness')
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Request changes from Wren & Rye' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onLeave).not.toHaveBeenCalled()
    await user.keyboard('d')
    await screen.findByRole('dialog', { name: 'Reject Wren & Rye?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Escape}')
    expect(onLeave).toHaveBeenCalled()
  })

  it('shows fifty rows, loads more on demand and shows the total', async () => {
    const requested: number[] = []
    const { user } = renderDesk({
      'merchants.reviewQueue': ({ limit = 0 }: { limit?: number }) => {
        requested.push(limit)
        const many = Array.from({ length: limit }, (_, at) => buildReviewItem({ id: `mer_${at}`, name: `Venue ${at}` }))
        return queueOf(many, 240)
      },
    })
    const list = await screen.findByRole('navigation', { name: 'Review queue' })
    expect(within(list).getByText('50 of 240')).toBeTruthy()
    expect(screen.getByText('0 of 240 reviewed')).toBeTruthy()
    for (const shown of [100, 150, 200]) {
      await user.click(within(list).getByText('Load more'))
      expect(await within(list).findByText(`${shown} of 240`)).toBeTruthy()
    }
    expect(within(list).queryByText('Load more')).toBeNull()
    expect(requested).toEqual([50, 100, 150, 200])
  })

  it('has the next ones ready before the arrows reach the last', async () => {
    const { user } = renderDesk({
      'merchants.reviewQueue': ({ limit = 0 }: { limit?: number }) =>
        limit > 50
          ? queueOf([...queue.items, buildReviewItem({ id: 'mer_4', name: 'Fourth' })], 4)
          : queueOf(queue.items, 4),
    })
    await open('Wren & Rye')
    await user.keyboard('{ArrowRight}')
    await open('Little Harbor')
    await user.keyboard('{ArrowRight}')
    await open('Driftwood')
    expect(await screen.findByRole('link', { name: /Fourth/ })).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(await open('Fourth')).toBeTruthy()
  })

  it('stays on the merchant when the server refuses', async () => {
    const { user } = renderDesk({
      'merchants.approve': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await within(await open('Wren & Rye')).findByText('Completeness')
    await user.keyboard('a')
    await screen.findByRole('dialog', { name: 'Approve Wren & Rye?' })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(/couldn’t confirm this was saved/)).toBeTruthy()
    expect(screen.getByText('0 of 3 reviewed')).toBeTruthy()
  })

  it('stays on what a colleague answered, says who it was, and goes on within its queue by a click', async () => {
    let left = queue.items
    let answeredBy: string | null = null
    const { user, client } = renderDesk({
      'merchants.reviewQueue': () => queueOf(left),
      'merchants.get': ({ merchantId }: { merchantId: string }) => {
        const details = { id: merchantId, name: names[merchantId] ?? '' }
        return merchantId === 'mer_2' && answeredBy ? buildMerchantRecord(details) : buildPendingRecord(details)
      },
      'merchants.lastAnswer': () => ({ by: answeredBy, at: new Date('2026-01-02T00:00:00Z') }),
    })
    await open('Wren & Rye')
    await user.keyboard('{ArrowRight}')
    await open('Little Harbor')
    left = queue.items.filter(({ id }) => id !== 'mer_2')
    answeredBy = 'Maya Lindqvist'
    await client.invalidateQueries()
    const notice = await screen.findByRole('alert')
    expect(await within(notice).findByText('Maya Lindqvist already reviewed this merchant')).toBeTruthy()
    expect(notice.textContent).toContain('Little Harbor is active and selling.')
    expect(await open('Little Harbor')).toBeTruthy()
    expect(screen.getByText('0 of 2 reviewed')).toBeTruthy()
    await user.click(within(notice).getByRole('button', { name: 'Next merchant' }))
    expect(await open('Driftwood')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('does not leave the first one either, which no one has chosen', async () => {
    let left = queue.items
    const { client } = renderDesk({ 'merchants.reviewQueue': () => queueOf(left), 'merchants.lastAnswer': () => null })
    await open('Wren & Rye')
    left = []
    await client.invalidateQueries()
    expect(await screen.findByText('Someone else already reviewed this merchant')).toBeTruthy()
    expect(await open('Wren & Rye')).toBeTruthy()
  })

  it('says so when nothing waits', async () => {
    renderDesk({ 'merchants.reviewQueue': () => queueOf([]) })
    expect(await screen.findByText('No merchants to review')).toBeTruthy()
  })

  it('fails with Retry', async () => {
    let isDown = true
    const { user } = renderDesk({
      'merchants.reviewQueue': () => {
        if (isDown) throw new Error('down')
        return queue
      },
    })
    await screen.findByText('Couldn’t load the review queue')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await open('Wren & Rye')).toBeTruthy()
  })

  it('lists its keys in the shortcut help', async () => {
    const { user } = renderDesk()
    await within(await open('Wren & Rye')).findByText('Completeness')
    await user.click(screen.getByRole('button', { name: 'Help' }))
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const label of ['Next merchant', 'Close review desk', 'Approve', 'Request changes', 'Reject'])
      expect(await within(help).findByText(label)).toBeTruthy()
  })

  it.each([
    [0, 'Submitted today'],
    [1, 'Waiting 1 day'],
    [12, 'Waiting 12 days'],
  ])('%i days read %s', (days, expected) => {
    expect(waitingText(days)).toBe(expected)
  })

  it('explains the priority in a sentence', () => {
    expect(reasonsText({ reasons: ['live_now', 'changes_made'] })).toBe('Selling now · back with changes')
  })
})
