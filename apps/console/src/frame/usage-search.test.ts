import { describe, expect, it } from 'vitest'
import { validateUsageSearch } from './usage-search'

describe('the address of Usage & Redemptions', () => {
  it('keeps for the subscribers what their list understands, and nothing of the history', () => {
    const raw = { tab: 'subscribers', status: 'trialing', planId: 'pln_1', from: '2026-01-01', view: 'plans' }
    expect(validateUsageSearch(raw)).toEqual({ tab: 'subscribers', status: 'trialing', planId: 'pln_1', view: 'plans' })
  })

  it('keeps for the other tabs what the history understands, and nothing of the subscribers', () => {
    const raw = { tab: 'history', status: 'trialing', planId: 'pln_1', from: '2026-01-01', view: 'plans', q: 'ana' }
    expect(validateUsageSearch(raw)).toEqual({ tab: 'history', planId: 'pln_1', from: '2026-01-01', q: 'ana' })
    expect(validateUsageSearch({ status: 'completed' })).toEqual({ status: 'completed' })
  })
})
