import { describe, expect, it } from 'vitest'
import { judgeBudgets, lowerBudgets, writeBudgets, type Budget, type BudgetFile } from './judge-budgets'

const page = (roundTrips: number): Budget => ({ kind: 'page', roundTrips, cpu: 'm' })
const sheet = (roundTrips: number): Budget => ({ kind: 'sheet', roundTrips, cpu: 'm' })
const file = (budgets: BudgetFile['budgets'], aboveGoal: string[] = []): BudgetFile => ({ aboveGoal, budgets })

describe('a budget', () => {
  it('holds for as many round trips and for fewer', () => {
    expect(judgeBudgets(file({ 'plans.list': page(3) }), { 'plans.list': 3 })).toEqual([])
    expect(judgeBudgets(file({ 'plans.list': page(3) }), { 'plans.list': 1 })).toEqual([])
  })

  it('refuses one round trip more', () => {
    expect(judgeBudgets(file({ 'plans.list': page(2) }), { 'plans.list': 3 })).toEqual([
      'plans.list takes 3 round trips, its budget is 2',
    ])
  })

  it('is needed by every procedure that looks, and by nothing else', () => {
    expect(judgeBudgets(file({ 'plans.gone': page(1) }, ['plans.lost']), { 'plans.list': 2 })).toEqual([
      'plans.gone is no procedure that looks: take it out of the budgets',
      'plans.list has no budget: it takes 2 round trips',
      'plans.lost is no procedure that looks: take it out of the budgets',
    ])
  })

  it('above the goal for its kind is refused, unless it is named among those still to be lowered', () => {
    const counted = { 'plans.list': 4, 'plans.get': 5 }
    const budgets = { 'plans.list': page(4), 'plans.get': sheet(5) }
    expect(judgeBudgets(file(budgets), counted)).toEqual([
      'plans.list may take 4 round trips, the goal for a page is 3',
    ])
    expect(judgeBudgets(file(budgets, ['plans.list']), counted)).toEqual([])
    expect(judgeBudgets(file(budgets, ['plans.get', 'plans.list']), counted)).toEqual([
      'plans.get is within the goal: take it out of aboveGoal',
    ])
  })
})

describe('budgets that are lowered', () => {
  it('take the lower counts, and let go of what is within the goal now or is gone', () => {
    const before = file({ 'a.list': page(6), 'b.list': page(6), 'c.list': page(6) }, ['a.list', 'b.list', 'c.list'])
    expect(lowerBudgets(before, { 'a.list': 5, 'b.list': 3 })).toEqual(
      file({ 'a.list': page(5), 'b.list': page(3) }, ['a.list']),
    )
  })

  it('are never raised, and what is new gets no more than the goal', () => {
    const after = lowerBudgets(file({ 'a.list': page(2) }), { 'a.list': 3, 'b.list': 7, 'c.list': 1 })
    expect(after).toEqual(file({ 'a.list': page(2), 'b.list': page(3), 'c.list': page(1) }))
    expect(judgeBudgets(after, { 'a.list': 3, 'b.list': 7, 'c.list': 1 })).toHaveLength(2)
  })

  it('are written as they are read', () => {
    const budgets = file({ 'a.list': page(4), 'b.get': sheet(2) }, ['a.list'])
    expect(JSON.parse(writeBudgets(budgets))).toEqual(budgets)
    expect(JSON.parse(writeBudgets(file({})))).toEqual(file({}))
  })
})
