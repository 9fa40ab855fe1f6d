import { describe, expect, it } from 'vitest'
import { describeFiles, findUnseen } from './find-unseen'

/** Put together here: these are no imports of this file. */
const from = (name: string) => `import type { One } fro${'m'} '${name}'\n`
const texts = {
  '.oxlintrc.json': '{}',
  'features/plans/contract.ts': 'export type One = 1\n',
  'features/plans/server/index.ts': `export * fro${'m'} '../contract'\n`,
  'features/plans/rules.ts': from('./contract'),
  'features/users/rules.ts': from('@quaff/features/plans/server'),
  'features/users/rules.test.ts': from('./rules'),
  'features/users/contract.ts': 'export const two = 2\n',
  'apps/console/src/router.ts': "declare module '@tanstack/react-router' {}\n",
}
const filesOf = (more: Record<string, string> = {}) =>
  Object.entries({ ...texts, ...more }).map(([path, text]) => ({ path, text }))
const seen = describeFiles(filesOf())
const unseen = (files = filesOf()) => findUnseen(files, describeFiles(files), seen)?.toSorted()

describe('what is linted again', () => {
  it('is nothing when nothing changed, and everything when nothing was linted before', () => {
    expect(unseen()).toEqual([])
    expect(findUnseen(filesOf(), seen, undefined)).toBeUndefined()
  })

  it('is what changed and whatever imports it, types and barrels included', () => {
    expect(unseen(filesOf({ 'features/plans/contract.ts': 'export type One = 2\n' }))).toEqual([
      'features/plans/contract.ts',
      'features/plans/rules.ts',
      'features/plans/server/index.ts',
      'features/users/rules.test.ts',
      'features/users/rules.ts',
    ])
  })

  it('is a new file, and what imported one that is gone', () => {
    expect(unseen(filesOf({ 'features/users/new.ts': '' }))).toEqual(['features/users/new.ts'])
    const left = filesOf().filter(({ path }) => path !== 'features/users/rules.ts')
    expect(unseen(left)).toEqual(['features/users/rules.test.ts'])
  })

  it.each(['.oxlintrc.json', 'package-lock.json', 'tsconfig.server.json', 'apps/console/src/router.ts'])(
    'is everything when %s changed',
    (path) => {
      expect(unseen(filesOf({ [path]: 'declare global {}\n' }))).toBeUndefined()
    },
  )
})
