import { expect, it } from 'vitest'
import { findEquivalents } from './equivalents.mjs'
import { findMutants } from './find-mutants.mjs'

const table = (roles) => findMutants('features/bars/permissions.ts', `const bars = { 'bar.open': [${roles}] }`)
const [guard] = findMutants(
  'features/bars/server/open-bar.ts',
  `function openBar(ctx) { return merchantScope(authorize(ctx.actor, bars, 'bar.open')) }`,
).filter(({ kind }) => kind === 'asAdministrator')

it('excuses the scope of an action that only administrators have, and not once others have it too', () => {
  expect(findEquivalents([...table(`'quaff_admin'`), guard], {})).toContain(guard.id)
  expect(findEquivalents([...table(`'quaff_admin', 'merchant_owner'`), guard], {})).not.toContain(guard.id)
})

it('believes an excuse that names rows of a table only while those are for administrators', () => {
  const excuses = { [guard.id]: { rows: ['bars bar.open'] } }
  const mutants = (roles) => [...table(roles), { id: guard.id }]
  expect(findEquivalents(mutants(`'quaff_admin'`), excuses)).toContain(guard.id)
  expect(findEquivalents(mutants(`'quaff_admin', 'merchant_viewer'`), excuses)).not.toContain(guard.id)
})

it('refuses an excuse for a guard that is no more', () => {
  const excuses = { [guard.id]: 'nobody gets there', 'closed long ago': 'nobody got there' }
  expect(() => findEquivalents([guard], excuses)).toThrow(/do not exist:\nclosed long ago$/)
})
