import { describe, expect, it } from 'vitest'
import { actionWords, permissionMatrix } from './rules'

describe('the permission matrix', () => {
  it('is made from the features’ own tables, in their order', () => {
    expect(
      permissionMatrix([
        { area: 'Plans', table: { 'plan.view': ['quaff_admin', 'merchant_viewer'], 'plan.edit': ['quaff_admin'] } },
        { area: 'Nothing', table: {} },
      ]),
    ).toEqual([
      {
        area: 'Plans',
        rows: [
          { action: 'plan.view', words: 'See plans and prices', roles: ['quaff_admin', 'merchant_viewer'] },
          { action: 'plan.edit', words: 'Edit plans and prices', roles: ['quaff_admin'] },
        ],
      },
    ])
  })

  it('gives an action that has no words yet those of its name', () => {
    expect(actionWords('person.endAllSessions')).toBe('End all sessions')
    expect(actionWords('toString')).toBe('To string')
  })
})
