import { describe, expect, it } from 'vitest'
import { stuckReasons } from './invitations-contract'
import { invitationTimeline, stuckTexts, type InvitationFacts } from './invitations-rules'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 8, minute))
const now = at(30)
const timeline = (facts: Partial<InvitationFacts> = {}) =>
  invitationTimeline(
    {
      createdAt: at(0),
      used: false,
      usedAt: null,
      requiresPasswordSetup: true,
      hasPassword: false,
      mail: { sentAt: at(1), hasFailed: false, attempts: 1 },
      link: { expiresAt: at(59), openedAt: null },
      ...facts,
    },
    now,
  )
const doneSteps = (facts: Partial<InvitationFacts>) =>
  timeline(facts)
    .steps.filter((one) => one.isDone)
    .map((one) => one.step)

describe('the timeline of an invitation names the stuck step', () => {
  it.each<[string, Partial<InvitationFacts>, object]>([
    [
      'a queued mail',
      { mail: { sentAt: null, hasFailed: false, attempts: 0 } },
      { mail: 'queued', stuckAt: 'sent', stuckReason: 'MAIL_QUEUED' },
    ],
    [
      'a mail tried again',
      { mail: { sentAt: null, hasFailed: false, attempts: 3 } },
      { mail: 'queued', stuckAt: 'sent', stuckReason: 'MAIL_RETRIED' },
    ],
    [
      'a mail given up',
      { mail: { sentAt: null, hasFailed: true, attempts: 40 } },
      { mail: 'failed', stuckAt: 'sent', stuckReason: 'MAIL_FAILED' },
    ],
    ['a sent mail', {}, { mail: 'sent', stuckAt: 'opened', stuckReason: 'NOT_OPENED' }],
    ['a link handed over', { mail: null }, { mail: null, stuckAt: 'opened', stuckReason: 'NOT_OPENED' }],
    [
      'an opened link',
      { link: { expiresAt: at(59), openedAt: at(5) } },
      { stuckAt: 'used', stuckReason: 'NOT_ACCEPTED' },
    ],
    [
      'a link that expires now',
      { link: { expiresAt: now, openedAt: at(5) } },
      { stuckAt: 'used', stuckReason: 'EXPIRED' },
    ],
    ['a link cleared away', { link: null }, { stuckAt: 'opened', stuckReason: 'EXPIRED', expiresAt: null }],
    [
      'no password yet',
      { used: true, usedAt: at(6) },
      { stuckAt: 'passwordSet', stuckReason: 'NO_PASSWORD', expiresAt: null },
    ],
    ['all done', { used: true, usedAt: at(6), hasPassword: true }, { mail: 'sent', stuckAt: null, stuckReason: null }],
    ['no password needed', { used: true, usedAt: at(6), requiresPasswordSetup: false }, { stuckAt: null }],
  ])('%s', (_, facts, expected) => {
    expect(timeline(facts)).toMatchObject(expected)
  })

  it('takes a later step as proof of the earlier ones', () => {
    const late = { mail: { sentAt: null, hasFailed: false, attempts: 1 } }
    expect(doneSteps({ ...late, link: { expiresAt: at(59), openedAt: at(5) } })).toEqual(['sent', 'opened'])
    expect(doneSteps({ ...late, used: true, usedAt: at(6), link: null })).toEqual(['sent', 'opened', 'used'])
    expect(doneSteps({ hasPassword: true })).toEqual(['sent'])
  })

  it('tells when each step happened, as far as it is known', () => {
    const times = timeline({ used: true, usedAt: at(6), hasPassword: true, link: null }).steps.map((one) => one.at)
    expect(times).toEqual([at(1), null, at(6), null])
    expect(timeline({ mail: null }).steps[0]).toEqual({ step: 'sent', isDone: true, at: at(0) })
  })

  it('has a sentence for each reason', () => {
    for (const reason of stuckReasons) expect(stuckTexts[reason]).toMatch(/^[A-Z].*\.$/)
  })
})
