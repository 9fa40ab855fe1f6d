import { describe, expect, it } from 'vitest'
import type { SetupStep } from '../contract'
import { buildOnboardingState } from '../testing/onboarding-factory'
import { stepDescriptions } from './onboarding-messages'
import { countDone, listSteps } from './setup-guide-widget'

describe('setup guide', () => {
  it.each<[SetupStep[], string[]]>([
    [[], ['current', 'locked', 'locked', 'locked', 'locked']],
    [['profile'], ['done', 'current', 'open', 'open', 'locked']],
    [
      ['profile', 'plans'],
      ['done', 'current', 'done', 'open', 'locked'],
    ],
    [
      ['profile', 'locations', 'plans', 'banking'],
      ['done', 'done', 'done', 'done', 'current'],
    ],
  ])('§2.8 with %j done', (done, states) => {
    const state = buildOnboardingState({ done })
    expect(listSteps(state, false).map((step) => step.state)).toEqual(states)
    expect(countDone(state.steps)).toBe(`${done.length} of 5 done`)
  })

  it('waits for us once approval was asked for', () => {
    const state = buildOnboardingState({ done: ['profile', 'locations', 'plans', 'banking'], phase: 'submitted' })
    expect(listSteps(state, false).at(-1)).toMatchObject({ label: 'Go Live', state: 'waiting' })
  })

  it('leads nowhere for those who only look', () => {
    const state = buildOnboardingState({ done: ['profile'] })
    expect(listSteps(state, true).every((step) => step.to === undefined)).toBe(true)
  })
})

it('describes no required step as one that may be skipped', () => {
  expect(Object.values(stepDescriptions).filter((text) => /skip|optional|if you/i.test(text))).toEqual([])
})
