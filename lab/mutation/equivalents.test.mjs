import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { findEquivalents } from './equivalents.mjs'
import { findMutants } from './find-mutants.mjs'
import { findAllMutants } from './run-mutation.mjs'

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
  const excuses = { [guard.key]: { rows: ['bars bar.open'] } }
  const mutants = (roles) => [...table(roles), { id: guard.id, key: guard.key }]
  expect(findEquivalents(mutants(`'quaff_admin'`), excuses)).toContain(guard.id)
  expect(findEquivalents(mutants(`'quaff_admin', 'merchant_viewer'`), excuses)).not.toContain(guard.id)
})

it('refuses an excuse for a guard that is no more', () => {
  const excuses = { [guard.key]: 'unreachable', 'closed long ago': 'was unreachable' }
  expect(() => findEquivalents([guard], excuses)).toThrow(/unknown guards:\nclosed long ago$/)
})

it('refuses an excuse that fits a guard of another file as well', () => {
  const twin = { ...guard, id: guard.id.replace('open-bar', 'close-bar') }
  expect(() => findEquivalents([guard, twin], { [guard.key]: 'unreachable' })).toThrow(/more than one guard by:/)
})

const today = findAllMutants()

it('keeps every excuse of today when its file gets another name and another folder', () => {
  const excused = findEquivalents(today)
  const files = new Set(today.filter(({ id }) => excused.has(id)).map(({ path }) => path))
  expect(files.size).toBeGreaterThan(10)
  for (const path of files) {
    const renamed = path.replace(/\/server\/.*$/, '/server/elsewhere/another-name.ts')
    const code = readFileSync(join(rootFolder, path), 'utf8')
    const keysAt = (name) => findMutants(name, code).map(({ key }) => key)
    expect(keysAt(renamed)).toEqual(keysAt(path))
  }
})

it('keeps an excuse when the file of the guard is renamed', () => {
  const excuses = { [guard.key]: 'unreachable' }
  const moved = findMutants(
    'features/bars/server/doors/bar-door.ts',
    `function openBar(ctx) { return merchantScope(actor) }`,
  )
  const before = findMutants(
    'features/bars/server/open-bar.ts',
    `function openBar(ctx) { return merchantScope(actor) }`,
  )
  expect(moved.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  expect(findEquivalents([guard], excuses)).toEqual(new Set([guard.id]))
})

it('knows the guards of today: a stale excuse would stop the long run at its first minute', () => {
  expect(today.length).toBeGreaterThan(1_000)
  expect(findEquivalents(today).size).toBeGreaterThan(20)
})
