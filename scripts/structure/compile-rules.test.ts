import { describe, expect, it } from 'vitest'
import { checkPageGuards } from './compile-rules'
import type { SourceFile } from './source-file'

const file = (path: string, text = '') => ({ path, text })
const rulesBrokenBy = (...files: SourceFile[]) => checkPageGuards(files).map(({ rule }) => rule)

describe('guards', () => {
  const guards = file('platform/console/page-guards.tsx', 'if (event.isComposing || event.keyCode === 229) leave()')
  const guarded = 'void import("./page-guards").then(({ guardPage }) => guardPage())'
  const site = file('apps/console/src/public/site.ts', guarded)
  const island = file('apps/console/src/public/form-island.tsx', 'hydrateRoot(container, <Form />)')

  it('accept entries that guard their page', () => {
    expect(rulesBrokenBy(guards, file('apps/console/src/main.tsx', `${guarded}\ncreateRoot(root)`))).toEqual([])
    expect(rulesBrokenBy(guards, site, island)).toEqual([])
  })

  it('refuse a page without them', () => {
    expect(rulesBrokenBy(guards, file('apps/console/src/main.tsx', 'createRoot(root)'))).toEqual(['guards'])
    expect(rulesBrokenBy(guards, file('apps/console/src/public/site.ts'), island)).toEqual(['guards'])
  })

  it.each(['event.nativeEvent.isComposing', 'event.keyCode'])('refuse a handler that asks for %s itself', (asked) => {
    const field = file('features/plans/console/plan-form.tsx', `if (${asked}) return`)
    expect(rulesBrokenBy(guards, field)).toEqual(['guards'])
  })
})
