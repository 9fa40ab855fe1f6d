import { compileFunction } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { findMutants, isGuarded } from './find-mutants.mjs'
import { instrument } from './instrument.mjs'
import { createSwitch } from './judging/mutant-switch.mjs'

const server = 'features/bars/server/open-bar.ts'
const rules = 'features/bars/rules.ts'
const permissions = 'features/bars/permissions.ts'
const kindsIn = (path, code) => findMutants(path, code).map(({ kind }) => kind)

/** The function `run` of the code with one guard off, or with all on. */
function load(path, code, given, active) {
  const __mutants = createSwitch()
  const mutants = findMutants(path, code)
  __mutants.active = active === undefined ? null : mutants[active].id
  const names = Object.keys(given)
  const make = compileFunction(`${instrument(code, mutants)}; return run`, ['__mutants', ...names])
  return { run: make(__mutants, ...names.map((name) => given[name])), mutants, reached: __mutants.reached }
}

describe('what counts as a guard', () => {
  it('is in the server, in rules and in permissions, never in a test', () => {
    expect([server, rules, permissions, 'platform/server/authorize.ts'].map(isGuarded)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['features/bars/server/open-bar.test.ts', 'features/bars/contract.ts'].map(isGuarded)).toEqual([
      false,
      false,
    ])
  })

  it('is a call of a gate, a look at the whole scope, a thrown refusal and a look at the role', () => {
    const code = `function run(ctx, scope) {
      const actor = authorize(ctx.actor, table, 'bar.open')
      requireUser(ctx.actor)
      if (!actor) throw new Refusal()
      if (!table) throw new Error('never')
      if (actor.role === adminRole) return
      return scope.all ? merchantScope(actor) : scopeWhere(scope, bars.id)
    }`
    expect(kindsIn(server, code)).toEqual([
      'anyRole',
      'signedOut',
      'notEnrolled',
      'noRefusal',
      'administrator',
      'everyScope',
      'asAdministrator',
      'everyRow',
    ])
  })

  it('is a verdict of the rules, in all ways in which one is written', () => {
    const code = `function run(a) {
      if (a.one) return { ok: false, reason: 'ONE' }
      if (a.two) return refuse('TWO')
      if (a.three) return 3
      return a.four ? { ok: true } : ({ ok: false } as const)
    }`
    expect(kindsIn(rules, code)).toEqual(['noVerdict', 'noVerdict', 'noVerdict'])
  })

  it('is every role of every row of a permission table, there or not', () => {
    const code = `export const barPermissions = { 'bar.open': ['quaff_admin', 'merchant_owner'] } as const`
    expect(findMutants(permissions, code).map(({ id }) => id)).toEqual([
      'barPermissions bar.open -quaff_admin',
      'barPermissions bar.open -merchant_owner',
      'barPermissions bar.open +merchant_viewer',
    ])
  })

  it('knows the administrator by the name of the constant too', () => {
    const code = `export const barPermissions = { 'bar.open': [adminRole] } as const`
    expect(findMutants(permissions, code)[0].id).toBe('barPermissions bar.open -quaff_admin')
  })

  it('keeps its id when lines move, and tells twins apart', () => {
    const code = 'function run(a) {\n if (a) throw 1\n if (a) throw 2\n}'
    const ids = findMutants(server, code).map(({ id }) => id)
    expect(ids).toEqual([`${server} run noRefusal: a`, `${server} run noRefusal: a (2)`])
    expect(findMutants(server, `\n\n// moved\n${code}`).map(({ id }) => id)).toEqual(ids)
  })
})

describe('instrumented code', () => {
  const nested = 'function run(actor) { return merchantScope(authorize(actor, table, "bar.open")) }'
  const gates = {
    table: { 'bar.open': ['merchant_owner'] },
    authorize(actor, table, action) {
      if (!table[action].includes(actor.role)) throw new Error('role')
      return actor
    },
    merchantScope: (actor) => actor.role,
  }

  it('does what it did as long as every guard is on, and notes the guards that it passes', () => {
    const { run, mutants, reached } = load(server, nested, gates)
    expect(run({ role: 'merchant_owner' })).toBe('merchant_owner')
    expect(() => run({ role: 'merchant_viewer' })).toThrow('role')
    expect(reached).toEqual(new Set(mutants.map(({ id }) => id)))
  })

  it('opens the one gate that is off and no other', () => {
    const indexOf = (kind) => findMutants(server, nested).findIndex((one) => one.kind === kind)
    expect(load(server, nested, gates, indexOf('anyRole')).run({ role: 'merchant_viewer' })).toBe('merchant_viewer')
    const everywhere = load(server, nested, gates, indexOf('asAdministrator'))
    expect(everywhere.run({ role: 'merchant_owner' })).toBe('quaff_admin')
    expect(() => everywhere.run({ role: 'merchant_viewer' })).toThrow('role')
  })

  it.each([
    [0, ['merchant_owner']],
    [1, ['quaff_admin']],
    [2, ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ])('adds and removes single roles of a table: guard %i', (index, expected) => {
    const code = `const table = { 'bar.open': ['quaff_admin', 'merchant_owner'] }; function run() { return table['bar.open'] }`
    expect(load(permissions, code, {}, index).run()).toEqual(expected)
  })

  it('leaves out one refusal of two', () => {
    const code =
      'function run(a) { if (a > 1) throw new Refusal("big"); if (a > 2) throw new Refusal("huge"); return a }'
    const given = { Refusal: Error }
    expect(() => load(server, code, given).run(3)).toThrow('big')
    expect(() => load(server, code, given, 0).run(3)).toThrow('huge')
    expect(load(server, code, given, 0).run(2)).toBe(2)
  })

  it('turns a verdict around in the direction that allows', () => {
    const code = 'function run(a) { return a ? { ok: true } : { ok: false } }'
    expect(load(rules, code, {}).run(false)).toEqual({ ok: false })
    expect(load(rules, code, {}, 0).run(false)).toEqual({ ok: true })
  })
})
