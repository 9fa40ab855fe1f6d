import { describe, expect, it } from 'vitest'
import {
  healthReport,
  judgeDatabase,
  judgeJobs,
  judgeLive,
  judgeMail,
  judgeSignIn,
  judgeVersion,
  worstState,
} from './health-rules'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('the database', () => {
  it('is well when it answers at once and has all migrations', () => {
    expect(judgeDatabase({ roundTripMs: 3.4, appliedUpTo: 20, expected: [10, 20] })).toEqual({
      state: 'ok',
      facts: [
        { label: 'Round trip', value: '3 ms' },
        { label: 'Pending migrations', value: '0' },
      ],
      hint: null,
    })
  })

  it('is broken while migrations are pending, and says how to apply them', () => {
    const { state, hint, facts } = judgeDatabase({ roundTripMs: 3, appliedUpTo: 10, expected: [10, 20, 30] })
    expect([state, facts[1]?.value]).toEqual(['fail', '2'])
    expect(hint).toContain('Restart')
    expect(judgeDatabase({ roundTripMs: 3, appliedUpTo: null, expected: [10] }).state).toBe('fail')
  })

  it('needs attention when it is slow, and admits not to know the migrations', () => {
    const verdict = judgeDatabase({ roundTripMs: 501, appliedUpTo: 10, expected: null })
    expect([verdict.state, verdict.facts[1]?.value]).toEqual(['warn', 'unknown'])
  })

  it('is broken while amounts are stored with other decimals than it reads', () => {
    const well = { roundTripMs: 3, appliedUpTo: 20, expected: [20] }
    const { state, facts, hint } = judgeDatabase({ ...well, otherDecimals: ['huf', 'iqd'] })
    expect([state, facts.at(-1)]).toEqual(['fail', { label: 'Different decimals', value: 'HUF, IQD' }])
    expect(hint).toContain('Stop this server')
    expect(judgeDatabase({ ...well, otherDecimals: [] }).state).toBe('ok')
  })

  it('says how its replicas are, and needs attention when none of them answers', () => {
    const well = { roundTripMs: 3, appliedUpTo: 20, expected: [20] }
    const some = judgeDatabase({ ...well, replicasBehindSeconds: [0, null, 1.25] })
    expect([some.state, ...some.facts.slice(2)]).toEqual([
      'ok',
      { label: 'Replicas', value: '2 of 3 responding' },
      { label: 'Longest lag', value: '1.3 s' },
    ])
    const none = judgeDatabase({ ...well, replicasBehindSeconds: [null] })
    expect([none.state, none.facts.length]).toEqual(['warn', 3])
  })
})

describe('mail', () => {
  const quiet = { waiting: 0, oldest: null, dead: 0, lastError: null, hasSupport: true }
  it.each([
    [quiet, 'ok'],
    [{ ...quiet, waiting: 2, oldest: ago(1) }, 'ok'],
    [{ ...quiet, waiting: 2, oldest: ago(6) }, 'warn'],
    [{ ...quiet, waiting: 1, oldest: ago(1), lastError: 'ECONNREFUSED' }, 'warn'],
    [{ ...quiet, waiting: 1, oldest: ago(61) }, 'fail'],
    [{ ...quiet, dead: 1 }, 'fail'],
    [{ ...quiet, hasSupport: false }, 'warn'],
  ] as const)('%j is %s', (facts, state) => expect(judgeMail(facts, now).state).toBe(state))
})

describe('jobs', () => {
  const job = { kind: 'prune', runAt: ago(-3), lockedUntil: null, attempts: 0, lastError: null }
  it.each([
    [job, 'ok', 'runs in 3 minutes'],
    [{ ...job, runAt: ago(2) }, 'ok', 'overdue by 2 minutes'],
    [{ ...job, runAt: ago(11) }, 'fail', 'overdue by 11 minutes'],
    [{ ...job, runAt: ago(11), lockedUntil: ago(-1) }, 'ok', 'running'],
    [{ ...job, runAt: ago(11), lockedUntil: ago(1) }, 'fail', 'overdue by 11 minutes'],
    [{ ...job, attempts: 3, lastError: '23505' }, 'warn', 'runs in 3 minutes, failed 3 times: 23505'],
  ] as const)('%j is %s: %s', (one, state, text) => {
    const verdict = judgeJobs({ recurring: [one], dead: [] }, now)
    expect([verdict.state, verdict.facts[0]?.value]).toEqual([state, text])
  })

  it('that were given up are named with their last error', () => {
    const dead = [{ kind: 'forget_merchant', count: 2, lastError: 'ETIMEDOUT' }]
    const verdict = judgeJobs({ recurring: [job], dead }, now)
    expect(verdict.state).toBe('warn')
    expect(verdict.facts).toEqual([
      { label: 'forget_merchant (failed)', value: '2, last error ETIMEDOUT' },
      { label: 'prune', value: 'runs in 3 minutes', asPlanned: true },
    ])
  })

  it('that never ran at all are no one’s', () => expect(judgeJobs({ recurring: [], dead: [] }, now).state).toBe('fail'))
})

describe('the other parts', () => {
  it('are judged by what they took', () => {
    expect(judgeSignIn(1_500).state).toBe('ok')
    expect(judgeSignIn(1_501).state).toBe('warn')
    expect(judgeLive({ newest: null, deliveredMs: 30 }).state).toBe('ok')
    expect(judgeLive({ newest: null, deliveredMs: 2_000 }).state).toBe('warn')
    expect(judgeLive({ newest: now, deliveredMs: null }).state).toBe('fail')
  })

  it('never claim a backup that no one has reported', () => {
    const { state, facts } = judgeVersion('1.2.3', undefined, { now, upMs: 0 })
    expect(state).toBe('unknown')
    expect(facts[1]).toEqual({ label: 'Last backup', value: 'Unknown' })
  })

  it('tell the last drill, that it failed, and that none has succeeded for ten days', () => {
    const drilled = (minutes: number, isGood = true) =>
      judgeVersion('1.2.3', undefined, {
        now,
        upMs: 0,
        drill: { isGood, goodAt: ago(minutes), takenAt: ago(minutes + 5) },
      })
    const limit = 10 * 24 * 60
    expect(drilled(limit)).toEqual({
      state: 'ok',
      facts: [
        { label: 'Version', value: '1.2.3' },
        { label: 'Last good drill', value: ago(limit) },
        { label: 'Backup it restored', value: ago(limit + 5) },
      ],
      hint: null,
    })
    expect(drilled(limit + 1)).toMatchObject({ state: 'warn', hint: expect.stringContaining('over 10 days') })
    expect(drilled(1, false)).toMatchObject({ state: 'warn', hint: expect.stringContaining('drill failed') })
    expect(judgeVersion('1.2.3', undefined, { now, upMs: 0, drill: { isGood: false } }).facts[1]?.value).toBe(
      'None yet',
    )
  })

  it('tell the last snapshot, and when none has come for an hour', () => {
    const judged = (agoMs: number) => judgeVersion('1.2.3', new Date(now.getTime() - agoMs), { now, upMs: 0 })
    const withNone = (upMs: number) => judgeVersion('1.2.3', null, { now, upMs })
    expect(withNone(60 * 60_000)).toMatchObject({ state: 'unknown', facts: [{}, { value: 'None yet' }, {}] })
    expect(withNone(60 * 60_000 + 1)).toMatchObject({ state: 'warn', facts: [{}, { value: 'None yet' }, {}] })
    expect(judged(60 * 60_000)).toMatchObject({ state: 'ok', hint: null })
    expect(judged(60 * 60_000 + 1)).toMatchObject({ state: 'warn', facts: [{}, { label: 'Last snapshot' }, {}] })
  })
})

describe('the report', () => {
  it('is plain text with every part, its facts and its hint', () => {
    const text = healthReport({
      checkedAt: now,
      version: '1.2.3',
      parts: [
        {
          part: 'mail',
          tookMs: 4,
          state: 'warn',
          facts: [{ label: 'Oldest in queue', value: ago(6) }],
          hint: 'Do it.',
        },
      ],
    })
    expect(text).toBe(
      [
        'System health, version 1.2.3, checked 2026-03-10T12:00:00.000Z',
        '',
        'Email: Needs attention (4 ms)',
        '  Oldest in queue: 2026-03-10T11:54:00.000Z',
        '  Hint: Do it.',
        '',
      ].join('\n'),
    )
  })

  it('is as bad as its worst part', () => {
    expect(worstState(['ok', 'unknown'])).toBe('ok')
    expect(worstState(['ok', 'warn', 'unknown'])).toBe('warn')
    expect(worstState(['warn', 'fail'])).toBe('fail')
  })
})
