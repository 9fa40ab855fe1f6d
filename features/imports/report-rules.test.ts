import { describe, expect, it } from 'vitest'
import { refuse } from '@quaff/platform/shared/refusal'
import { importRefusals } from './refusals'
import type { CheckReport, ProblemGroup } from './report-contract'
import { exitCodeOf, reportLines, stopText } from './report-rules'
import { keptLines, runLines, runsLines, stopReasonOf } from './runs-rules'

const clean: CheckReport = {
  files: [{ path: 'a', bytes: 1_500, format: 'lines', documents: 2, fault: null }],
  collections: [{ collection: 'users', kind: 'users', read: 1_234, ready: 1_234, changed: 0, skipped: 0 }],
  exports: [],
  problems: [],
  passwords: { kept: 0, missing: 0, canBeChecked: false },
  administrators: [],
}
const problem: ProblemGroup = {
  collection: 'users',
  field: 'email',
  fault: 'missing',
  level: 'note',
  count: 3,
  example: 'users/u1',
}
const textOf = (details: Partial<CheckReport>) => reportLines({ ...clean, ...details }).join('\n')

describe('the exit code of the check', () => {
  it.each<[0 | 2 | 3, Partial<CheckReport>]>([
    [0, {}],
    [0, { problems: [problem] }],
    [3, { problems: [problem, { ...problem, level: 'changed' }] }],
    [
      2,
      {
        problems: [
          { ...problem, level: 'changed' },
          { ...problem, level: 'skipped' },
        ],
      },
    ],
    [2, { exports: [{ metadataFile: 'm', says: 2, found: 1 }] }],
    [0, { exports: [{ metadataFile: 'm', says: 2, found: 2 }] }],
    [2, { files: [{ path: 'a', bytes: 1, format: 'other', documents: null, fault: 'damaged' }] }],
    [2, { collections: [] }],
    [2, { collections: [{ collection: 'x', kind: null, read: 5, ready: 0, changed: 0, skipped: 0 }] }],
  ])('%i for %j', (expected, details) => {
    expect(exitCodeOf({ ...clean, ...details })).toBe(expected)
  })
})

describe('the report in a terminal', () => {
  it('says that the old audit log is skipped, if there is one', () => {
    const log = { collection: 'adminAuditLogs', kind: 'audit', read: 40, ready: 0, changed: 0, skipped: 40 } as const
    expect(textOf({ collections: [...clean.collections, log] })).toContain('The old audit log isn’t imported')
    expect(exitCodeOf({ ...clean, collections: [...clean.collections, log] })).toBe(0)
    expect(textOf({})).not.toContain('audit log')
  })

  it('shows the chosen kinds and what is left out', () => {
    const only = ['merchants', 'plans'] as const
    const text = textOf({ choice: { only, leftOut: [{ collection: 'users\u001B[2J', read: 1_204 }] } })
    expect(text).toContain('Only: Merchants, Plans\nLeft out: users [2J (1,204)\n')
    expect(textOf({ choice: { only, leftOut: [] } })).not.toContain('Left out')
    expect(textOf({})).not.toContain('Only:')
  })

  it('lists the findings in the order of writing', () => {
    const merchants = { collection: 'merchants', kind: 'merchants', read: 1, ready: 0, changed: 1, skipped: 0 } as const
    const text = textOf({ collections: [merchants, ...clean.collections] })
    expect(text).toMatch(/Documents, one per line +1 file +2 KB/)
    expect(text).toMatch(/Users \(users\) +1,234 +1,234 +0 +0/)
    expect(text.indexOf('Users (users)')).toBeLessThan(text.indexOf('Merchants (merchants)'))
  })

  it('lists unused collections, missing passwords and missing files', () => {
    const other = { collection: 'payouts', kind: null, read: 7, ready: 0, changed: 0, skipped: 0 }
    expect(textOf({ collections: [...clean.collections, other] })).toContain('Kept as is, not used: payouts (7)')
    const passwords = { kept: 2, missing: 1, canBeChecked: false }
    expect(textOf({ passwords })).toContain('Passwords: 2 imported, 1 person sets a new one by email.')
    expect(textOf({ passwords: { ...passwords, unreachable: 3 } })).toContain(
      '1 person sets a new one by email, 3 people have neither a password nor an email address.',
    )
    expect(textOf({ passwords })).toContain('Hash settings are missing')
    expect(textOf({ passwords: { ...passwords, canBeChecked: true } })).not.toContain('Hash settings')
    expect(textOf({ exports: [{ metadataFile: 'm', says: 2_000, found: 1 }] })).toContain(
      'm lists 2,000 documents, but 1 were read',
    )
    expect(textOf({ files: [{ path: 'a', bytes: 1, format: 'lines', documents: 1, fault: 'cut_off' }] })).toContain(
      'a is unreadable from here on: cut off',
    )
  })

  it('shows forty kinds of problems and the number of others', () => {
    const problems = Array.from({ length: 43 }, (_, index) => ({ ...problem, field: `f${index}` }))
    const text = textOf({ problems })
    expect(text.match(/Note /g)).toHaveLength(40)
    expect(text).toContain('… and 3 more kinds')
  })

  it('has no check mark while documents are missing', () => {
    expect(textOf({})).toContain('✓ No problems')
    const files = [{ path: 'a', bytes: 1, format: 'lines' as const, documents: 1, fault: 'cut_off' as const }]
    expect(textOf({ files })).toContain('\nNo problems in the readable part')
  })
})

describe('the reason of a stopped run', () => {
  it.each([
    [Object.assign(new Error('x'), { code: 'SERVER_ENDS' }), 'ended'],
    [new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '57P01' }) }), 'database'],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'database'],
    [new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '53100' }) }), 'disk'],
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'disk'],
    [refuse(importRefusals, 'SPOOL_GONE'), 'files_gone'],
    [refuse(importRefusals, 'PAID_UNTIL'), 'refused'],
    [new TypeError('of undefined'), 'fault'],
    ['odd', 'fault'],
  ] as const)('%s is reported as %s', (error, reason) => {
    expect(stopReasonOf(error)).toBe(reason)
    expect(stopText(reason)).toMatch(/\.$/)
  })

  it('is shown in the list of runs', () => {
    const run = { id: 'imp_1', source: 'old', startedAt: new Date(0), undoCounts: {}, counts: {}, comparison: null }
    expect(runsLines([{ ...run, state: 'writing', stopReason: 'disk' }]).join('')).toContain('The disk was full')
    expect(stopText(null)).toContain('stopped unexpectedly')
  })
})

describe('a run in a terminal', () => {
  const details = {
    id: 'imp_1',
    source: 'old',
    startedAt: new Date(0),
    undoCounts: {},
    stopReason: null,
    comparison: null,
  }
  const counts = { users: { created: 1_500, updated: 0, same: 0, kept: 2, skipped: 0 } }

  it('shows what was written, undone and kept', () => {
    const done = runLines({ ...details, state: 'done', counts }).join('\n')
    expect(done).toMatch(/Users +1,502 +1,500 +0 +0 +2 +0/)
    expect(done).not.toContain('Undone')
    expect(keptLines('imp_1', [{ path: 'users/u1', fault: 'edited_here' }])).toContain(
      '  users/u1: Kept: edited here since',
    )
    const undoCounts = { users: { removed: 1_498, gone: 1, kept: 1 } }
    const undone = runLines({ ...details, state: 'undone', counts, undoCounts }).join('\n')
    expect(undone).toMatch(/undone[^]+Undone\n +removed +gone +kept\n +Users +1,498 +1 +1/)
  })
})
