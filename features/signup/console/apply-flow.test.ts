import { describe, expect, it } from 'vitest'
import type { Conversion } from '../contract'
import { newDraft, type ApplicationDraft } from './application-draft'
import { nextFlow, startFlow, type ApplyEvent, type ApplyFlow, type ApplyStage } from './apply-flow'

const email = 'ana@halfmoon.test'
const key = '00000000-0000-4000-8000-000000000001'
const otherKey = '00000000-0000-4000-8000-000000000002'
const kept = (changes: Partial<ApplicationDraft> = {}): ApplicationDraft => ({
  ...newDraft('signup', key),
  email,
  keyEmail: email,
  ...changes,
})
const flowAt = (stage: ApplyStage, changes: Partial<ApplyFlow> = {}): ApplyFlow => ({
  ...startFlow(kept()),
  stage,
  proof: stage === 'email' || stage === 'code' ? null : 'proof',
  ...changes,
})
const conversion = (state: Conversion['state']): Conversion => ({
  state,
  displayName: null,
  passes: 0,
  memberSince: null,
})
const given: ApplyEvent = { type: 'emailGiven', newKey: otherKey }
const run = (flow: ApplyFlow, ...events: ApplyEvent[]) => events.reduce(nextFlow, flow)

const stages: ApplyStage[] = ['email', 'code', 'carry-over', 'business', 'counter', 'pending', 'known', 'leaving']
const events: ApplyEvent[] = [
  { type: 'opened', draft: kept(), proof: null, isMailed: false },
  { type: 'emailTyped', email: 'new@halfmoon.test' },
  given,
  { type: 'codeMailed' },
  { type: 'mailboxProved', proof: 'proof', account: 'none' },
  { type: 'proofLost' },
  { type: 'conversionRead', conversion: conversion('convertible') },
  { type: 'carriedOn' },
  { type: 'answered', answers: { name: 'Half Moon' } },
  { type: 'termsTicked', acceptsTerms: true },
  { type: 'trapFilled', trap: 'x' },
  { type: 'businessDone' },
  { type: 'back' },
  { type: 'sent' },
  { type: 'changeEmail' },
  { type: 'returned' },
]

/** Target of each event by stage; other events change nothing. */
const leadsTo: Partial<Record<ApplyStage, Partial<Record<ApplyEvent['type'], ApplyStage>>>> = {
  email: { emailGiven: 'code' },
  code: { mailboxProved: 'business', back: 'email' },
  'carry-over': { carriedOn: 'business', back: 'email' },
  business: { businessDone: 'counter', back: 'email' },
  counter: { back: 'business', sent: 'leaving' },
  pending: { back: 'email' },
  known: { back: 'email' },
  leaving: { returned: 'email' },
}
const everywhere: Partial<Record<ApplyEvent['type'], ApplyStage>> = {
  opened: 'email',
  proofLost: 'code',
  changeEmail: 'email',
}

describe.each(stages)('in the stage %s', (stage) => {
  it.each(events)('the event $type leads where it should', (event) => {
    const expected = leadsTo[stage]?.[event.type] ?? everywhere[event.type] ?? stage
    expect(nextFlow(flowAt(stage), event).stage).toBe(expected)
  })

  it.each(events)('the event $type loses nothing that was typed', (event) => {
    if (event.type === 'opened') return
    const answers = { ...kept().answers, name: 'Half Moon', city: 'Kiel' }
    const after = nextFlow(flowAt(stage, { draft: kept({ answers }) }), event)
    expect(after.draft.answers).toEqual({ ...answers, ...(event.type === 'answered' && event.answers) })
  })
})

describe('the address', () => {
  it.each([
    ['pending', 'pending', null],
    ['convertible', 'leaving', '/partners/signup/existing'],
    ['staff', 'leaving', '/partners/signup/existing'],
    ['blocked', 'leaving', '/partners/signup/existing'],
    ['none', 'business', null],
    [null, 'business', null],
  ] as const)('of an account that is %s leads its owner to %s, once the mailbox is proved', (account, stage, path) => {
    const proved = run(flowAt('email'), given, { type: 'mailboxProved', proof: 'proof', account })
    expect(proved).toMatchObject({ stage, path })
  })

  it('of a conversion always leads to the code', () => {
    const flow = flowAt('email', { draft: kept({ kind: 'convert' }) })
    expect(nextFlow(flow, given).stage).toBe('code')
  })

  it('§0023 that stays the same keeps the key; another one gets a new one, and counts as not sent', () => {
    const sent = flowAt('email', { draft: kept({ isSent: true, email: ' ANA@halfmoon.test ' }) })
    expect(nextFlow(sent, given).draft).toMatchObject({ requestKey: key, email, isSent: true })
    const other = run(sent, { type: 'emailTyped', email: 'ben@halfmoon.test' }, given)
    expect(other.draft).toMatchObject({ requestKey: otherKey, keyEmail: 'ben@halfmoon.test', isSent: false })
  })

  it('that is changed takes the proof along with it', () => {
    expect(nextFlow(flowAt('counter'), { type: 'changeEmail' })).toMatchObject({ proof: null, isMailed: false })
  })
})

describe('a page that is opened again', () => {
  const opened = (draft: ApplicationDraft, proof: string | null, isMailed = false) =>
    nextFlow(startFlow(newDraft('signup', '')), { type: 'opened', draft, proof, isMailed })

  it.each([
    ['begins again without a draft', newDraft('signup', key), null, false, 'email'],
    ['asks for the address again without a proof', kept({ step: 'counter' }), null, false, 'email'],
    ['waits for the code that was mailed', kept(), null, true, 'code'],
    ['goes on at the step it had', kept({ step: 'counter' }), 'proof', true, 'counter'],
    ['shows what carries over first', kept({ kind: 'convert', step: 'counter' }), 'proof', true, 'carry-over'],
    ['shows the form that was sent, so that "back" leads back', kept({ isSent: true }), 'proof', true, 'business'],
    ['only confirms the mailbox of what was sent', kept({ isSent: true }), null, false, 'code'],
  ] as const)('%s', (_, draft, proof, isMailed, stage) => {
    expect(opened(draft, proof, isMailed)).toMatchObject({ stage, hasMoved: false })
  })

  it('sends at once what only lacked the proof', () => {
    const flow = opened(kept({ isSent: true, step: 'counter' }), null)
    const proved = nextFlow(flow, { type: 'mailboxProved', proof: 'new', account: 'pending' })
    expect(proved).toMatchObject({ stage: 'leaving', path: '/partners/signup/processing', proof: 'new' })
  })
})

describe('sending', () => {
  it('leads to the processing page, once, and back to the counter', () => {
    const sent = nextFlow(flowAt('counter'), { type: 'sent' })
    expect(sent).toMatchObject({ stage: 'leaving', path: '/partners/signup/processing', draft: { isSent: true } })
    expect(nextFlow(sent, { type: 'sent' })).toBe(sent)
    expect(nextFlow(sent, { type: 'returned' })).toMatchObject({ stage: 'counter', path: null })
  })

  it('needs a proof', () => {
    expect(nextFlow(flowAt('counter', { proof: null }), { type: 'sent' }).stage).toBe('counter')
  })
})

describe('what is known of the account', () => {
  it.each([
    ['convertible', 'carry-over'],
    ['pending', 'pending'],
    ['none', 'known'],
    ['staff', 'known'],
    ['blocked', 'known'],
  ] as const)('%s leads to %s', (state, stage) => {
    expect(nextFlow(flowAt('carry-over'), { type: 'conversionRead', conversion: conversion(state) }).stage).toBe(stage)
  })
})
