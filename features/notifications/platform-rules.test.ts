import { describe, expect, it } from 'vitest'
import { platformItems, type JobDetails, type PlatformDetails, type Tally } from './platform-rules'

const now = new Date('2026-03-10T12:00:00Z')
const none: Tally = { count: 0, oldest: null, newest: null, onlyId: null }
const nothing: PlatformDetails = {
  inReview: none,
  registrations: none,
  submissions: none,
  applications: none,
  stuckInvitations: none,
  payoutDrafts: none,
  openDisputes: { ...none, last: null },
  refunds: { ...none, last: null },
  webhooksOff: none,
  jobs: [],
  mailKind: 'send_mail',
  lacksSecondFactor: false,
}
const tally = (count: number, oldest: string, onlyId: string): Tally => ({
  count,
  oldest: new Date(oldest),
  newest: new Date(oldest),
  onlyId,
})
const job = (change: Partial<JobDetails> = {}): JobDetails => ({
  kind: 'prune_sessions',
  isRecurring: true,
  runAt: now,
  lockedUntil: null,
  attempts: 0,
  lastError: null,
  deadAt: null,
  ...change,
})
const items = (details: Partial<PlatformDetails>) => platformItems({ ...nothing, ...details }, now)
const kinds = (details: Partial<PlatformDetails>) => items(details).map(({ kind }) => kind)

describe('what waits for administrators', () => {
  it('is nothing when nothing does', () => {
    expect(items({})).toEqual([])
    expect(items({ jobs: [job()] })).toEqual([])
  })

  it('leads to the one record that it is, and to the list when there are more', () => {
    const [one] = items({ registrations: tally(1, '2026-03-10T11:00:00Z', 'usr_1') })
    expect(one).toMatchObject({
      title: '1 registration waits for approval',
      href: '/users?tab=pending&status=pending_approval&id=usr_1',
      urgent: false,
    })
    const [more] = items({ registrations: tally(2, '2026-03-10T11:00:00Z', 'usr_1') })
    expect(more).toMatchObject({ count: 2, href: '/users?tab=pending&status=pending_approval' })
  })

  it('§0045 are endpoints that were switched off, at once urgent', () => {
    const [one] = items({ webhooksOff: tally(1, '2026-03-10T11:00:00Z', 'whe_1') })
    expect(one).toMatchObject({
      kind: 'webhooks_off',
      title: '1 webhook endpoint was disabled',
      href: '/settings?tab=webhooks&id=whe_1',
      urgent: true,
    })
  })

  it('are drafts of payouts, by their number', () => {
    const [more] = items({ payoutDrafts: tally(12, '2026-03-01T11:00:00Z', 'pay_1') })
    expect(more).toMatchObject({
      kind: 'payouts_to_approve',
      title: '12 payouts wait for approval',
      count: 12,
      href: '/payouts?status=draft',
      urgent: false,
    })
    expect(items({ payoutDrafts: tally(1, '2026-03-01T11:00:00Z', 'pay_1') })).toMatchObject([
      { title: '1 payout waits for approval', href: '/payouts?status=draft&id=pay_1' },
    ])
  })

  it('are open disputes and the refunds of the last days, with merchant, pass and amount of the newest', () => {
    const last = {
      merchantId: 'mer_1',
      merchantName: 'Bean There',
      planName: 'Daily Cup',
      subscriptionId: 'sub_1',
      amountMinor: 2_900,
      currency: 'usd',
    }
    const [dispute, refund] = items({
      openDisputes: { ...tally(1, '2026-03-01T11:00:00Z', 'ref_1'), last },
      refunds: { ...tally(3, '2026-03-02T11:00:00Z', 'ref_2'), last },
    })
    expect(dispute).toMatchObject({
      title: '1 dispute is open',
      detail: '29.00 USD, Daily Cup, Bean There',
      urgent: true,
    })
    expect(refund).toMatchObject({
      title: '3 refunds were recorded',
      detail: 'Newest: 29.00 USD, Daily Cup, Bean There',
      urgent: false,
    })
  })

  it('are submissions of signup forms', () => {
    expect(items({ submissions: tally(1, '2026-03-10T11:00:00Z', 'sub_1') })).toMatchObject([
      {
        kind: 'submissions',
        title: '1 submission waits for an answer',
        urgent: false,
        href: '/merchant-signup-forms?tab=submissions&status=submitted&id=sub_1',
      },
    ])
    expect(items({ submissions: tally(3, '2026-03-06T11:00:00Z', 'sub_1') })).toMatchObject([
      { title: '3 submissions wait for an answer', count: 3, urgent: true },
    ])
  })

  it('becomes urgent when someone has waited for over three days', () => {
    const urgent = (oldest: string) => items({ inReview: tally(1, oldest, 'mer_1') })[0]?.urgent
    expect([urgent('2026-03-07T12:00:00Z'), urgent('2026-03-07T11:59:59Z')]).toEqual([false, true])
  })

  it('tells mails that were given up from other work', () => {
    const deadAt = new Date('2026-03-09T00:00:00Z')
    const dead = (kind: string) => job({ kind, isRecurring: false, deadAt })
    expect(kinds({ jobs: [dead('send_mail'), dead('send_mail')] })).toEqual(['failed_mails'])
    const [jobs] = items({ jobs: [dead('forget_merchant'), dead('forget_merchant')] })
    expect(jobs).toMatchObject({ kind: 'failed_jobs', title: 'A background job fails', count: 1, since: deadAt })
  })

  it('has a recurring job that fails for the third time, or that no one runs', () => {
    const failed = (attempts: number) => kinds({ jobs: [job({ attempts, lastError: 'ECONNREFUSED' })] })
    expect([failed(2), failed(3)]).toEqual([[], ['failed_jobs']])
    const due = (minutes: number, lockedUntil: Date | null = null) =>
      kinds({ jobs: [job({ runAt: new Date(now.getTime() - minutes * 60_000), lockedUntil })] })
    expect([due(10), due(11)]).toEqual([[], ['failed_jobs']])
    expect(due(11, new Date(now.getTime() + 1))).toEqual([])
    expect(due(11, now)).toEqual(['failed_jobs'])
  })

  it('names failing jobs together', () => {
    const failing = (kind: string) => job({ kind, attempts: 5, lastError: 'x' })
    const [item] = items({ jobs: [failing('b'), failing('a'), failing('b')] })
    expect(item).toMatchObject({ title: '2 background jobs fail', detail: 'a, b', count: 2, since: null, newest: null })
  })

  it('asks for the second factor of anyone who lacks it', () => {
    expect(items({ lacksSecondFactor: true })).toMatchObject([{ kind: 'second_factor', urgent: true }])
  })
})
