import { describe, expect, it } from 'vitest'
import { findMails, findRights, rightGroups, whoMay } from './rules'

const groups = rightGroups([
  {
    area: 'Plans',
    table: { 'plan.view': ['quaff_admin', 'merchant_viewer'], 'plan.edit': ['quaff_admin'] },
    labels: { 'plan.view': 'View plans and prices', 'plan.edit': 'Edit plans and prices' },
  },
  { area: 'Nothing', table: {}, labels: {} },
])

describe('the rights', () => {
  it('are made from the features’ own tables, in their order', () => {
    expect(groups).toEqual([
      {
        area: 'Plans',
        rights: [
          { action: 'plan.view', label: 'View plans and prices', roles: ['quaff_admin', 'merchant_viewer'] },
          { action: 'plan.edit', label: 'Edit plans and prices', roles: ['quaff_admin'] },
        ],
      },
    ])
  })

  it('are found by any words of the action or its group', () => {
    const found = (query: string) =>
      findRights(groups, query).flatMap(({ rights }) => rights.map(({ action }) => action))
    expect(found('')).toEqual(['plan.view', 'plan.edit'])
    expect(found('prices  EDIT')).toEqual(['plan.edit'])
    expect(found('plans view')).toEqual(['plan.view'])
    expect(found('payout')).toEqual([])
  })

  it('§6 say what a role may do itself, and whether an owner or an administrator does the rest', () => {
    const [all] = rightGroups([
      {
        area: 'Plans',
        table: {
          view: ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
          edit: ['quaff_admin', 'merchant_owner'],
          clear: ['quaff_admin'],
        },
        labels: {},
      },
    ])
    const actions = (role: string) =>
      Object.values(whoMay(all?.rights ?? [], role)).map((rights) => rights.map(({ action }) => action))
    expect(actions('quaff_admin')).toEqual([['view', 'edit', 'clear'], [], []])
    expect(actions('merchant_owner')).toEqual([['view', 'edit'], [], ['clear']])
    expect(actions('merchant_viewer')).toEqual([['view'], ['edit'], ['clear']])
    expect(actions('barista')).toEqual([[], ['view', 'edit'], ['clear']])
  })
})

describe('a search for a mail', () => {
  const mails = [
    { template: 'a', name: 'Waitlist invitation', receiver: 'Invited user' },
    { template: 'b', name: 'Payout statement', receiver: 'Merchant owners' },
  ]
  const found = (query: string) => findMails(mails, query).map(({ template }) => template)

  it('asks for every word, in the name or in who gets it', () => {
    expect(found('STATEMENT owners')).toEqual(['b'])
    expect(found('invit')).toEqual(['a'])
    expect(found('invitation owners')).toEqual([])
  })

  it('finds all mails if it is empty', () => {
    expect(found('  ')).toEqual(['a', 'b'])
  })
})
