import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const severityOf = (setting) => (Array.isArray(setting) ? setting[0] : setting)

/** `plugin/rule` of all that is off, in the overrides too. */
function findRulesOff({ rules = {}, overrides = [] }) {
  const entries = [rules, ...overrides.map((override) => override.rules ?? {})].flatMap((one) => Object.entries(one))
  const off = entries.filter(([, setting]) => ['off', 'allow', 0].includes(severityOf(setting)))
  return [...new Set(off.map(([rule]) => rule))]
}

const findUnexplained = (config, page) => findRulesOff(config).filter((rule) => !page.includes(`\`${rule}\``))

describe('a lint rule that is off', () => {
  it('has its reason in decision 0006', () => {
    const config = JSON.parse(read('.oxlintrc.json'))
    expect(findRulesOff(config).length).toBeGreaterThan(10)
    expect(
      findUnexplained(config, read('docs/decisions/0006-switch-off-lint-rules-that-contradict-our-patterns.md')),
    ).toEqual([])
  })

  it.each([
    [{ rules: { 'eslint/no-var': 'off' } }],
    [{ rules: { 'eslint/no-var': ['off', { max: 1 }] } }],
    [{ rules: { 'eslint/no-var': 0 } }],
    [{ overrides: [{ files: ['e2e/**'], rules: { 'eslint/no-var': 'allow' } }] }],
  ])('is found in %j', (config) => {
    expect(findUnexplained(config, 'Off: `eslint/no-va`, eslint/no-var.')).toEqual(['eslint/no-var'])
    expect(findUnexplained(config, 'Off: `eslint/no-var`.')).toEqual([])
  })

  it('is none that is on', () => {
    const rules = { 'eslint/no-var': 'error', 'eslint/max-lines': ['error', { max: 300 }] }
    expect(findRulesOff({ rules, overrides: [{ files: ['*.ts'] }] })).toEqual([])
  })
})
