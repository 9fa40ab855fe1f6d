import { describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure'
import { sizeLimits } from './structure/size-rules'
import type { SourceFile } from './structure/source-file'

const file = (path: string, text = 'export const x = 1\n'): SourceFile => ({ path, text })
const lines = (count: number) => 'const x = 1\n'.repeat(count)
const rulesBrokenBy = (...files: SourceFile[]) => checkStructure(files).map((violation) => violation.rule)
const imports = (path: string, specifier: string) => file(path, `import { x } from '${specifier}'\n`)

describe('names', () => {
  it.each([
    ['features/plans/server/createPlan.ts', 'is not kebab-case'],
    ['platform/shared/utils.ts', 'says nothing'],
    ['platform/shared/money-helpers.ts', 'says nothing'],
    ['platform/server/hooks/on-start.ts', 'says nothing'],
    ['features/plans/types.ts', 'says nothing'],
    ['features/plans/formulas.ts', 'contract.ts, refusals.ts, rules.ts, permissions.ts'],
    ['features/plans/console/plan-thing.tsx', 'components named after what they are'],
    ['features/plans/testing/build-plan.ts', '*-factory.ts'],
    ['features/extra.ts', 'api.ts'],
    ['platform/console/index.ts', 'no barrels'],
    ['features/plans/console/index.ts', 'no barrels'],
  ])('refuses %s', (path, words) => {
    const found = checkStructure([file(path)])
    expect(found.map((violation) => violation.rule)).toEqual(['names'])
    expect(found[0]?.message).toContain(words)
  })

  it.each([
    'features/plans/server/create-plan.ts',
    'features/plans/server/index.ts',
    'features/plans/console/plan-list-page.tsx',
    'features/plans/console/use-plan-draft.ts',
    'features/plans/rules.test.ts',
    'apps/console/src/routes/_dashboard.users.$userId.tsx',
    'apps/console/src/route-tree.gen.ts',
    'README.md',
    '.oxlintrc.json',
  ])('accepts %s', (path) => {
    expect(checkStructure([file(path)])).toEqual([])
  })
})

describe('imports', () => {
  it.each([
    ['features/plans/contract.ts', 'react'],
    ['features/plans/rules.ts', 'node:crypto'],
    ['features/plans/rules.ts', 'drizzle-orm'],
    ['features/plans/rules.ts', './server/plan-store'],
    ['features/plans/rules.ts', '@quaff/platform/server/context'],
    ['features/plans/rules.ts', '@quaff/features/merchants/permissions'],
    ['features/plans/server/create-plan.ts', '../console/plan-list-page'],
    ['features/plans/server/create-plan.ts', '@quaff/platform/server/adapters/disk-files'],
    ['features/plans/server/create-plan.ts', '@quaff/features/merchants/tables'],
    ['features/plans/server/create-plan.ts', 'drizzle-orm'],
    ['features/promotions/server/promotion-store.ts', 'pg'],
    ['features/plans/server/create-plan.ts', '@mantine/core'],
    ['features/plans/console/plan-list-page.tsx', '../server/create-plan'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/features/merchants/console/merchant-list-page'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/platform/server/context'],
    ['features/plans/console/plan-list-page.tsx', 'drizzle-orm/pg-core'],
    ['platform/shared/money.ts', '../server/context'],
    ['platform/server/audit.ts', './adapters/smtp-mailer'],
    ['platform/server/audit.ts', '@quaff/features/users/contract'],
    ['platform/console/money-text.tsx', '@quaff/features/users/console/user-widget'],
    ['apps/server/src/router.ts', '@quaff/platform/console/theme'],
    ['apps/console/src/main.tsx', '@quaff/features/users/server'],
  ])('refuses %s importing %s', (path, specifier) => {
    expect(rulesBrokenBy(imports(path, specifier))).toEqual(['imports'])
  })

  it.each([
    ['features/plans/server/index.ts', '@quaff/features/merchants/server/approve-merchant'],
    ['apps/server/src/router.ts', '@quaff/features/merchants/server/merchant-router'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/features/merchants/console/merchant-columns'],
  ])('refuses the deep import in %s of %s', (path, specifier) => {
    expect(rulesBrokenBy(imports(path, specifier))).toContain('imports')
  })

  it.each([
    ['features/plans/rules.ts', '../merchants/rules'],
    ['features/plans/server/create-plan.ts', '../../merchants/server'],
    ['platform/shared/money.ts', '../../features/plans/rules'],
    ['apps/console/src/main.tsx', '../../server/src/main'],
    ['features/plans/server/create-plan.ts', '@quaff/features/plans/rules'],
  ])('refuses the path that %s takes to %s', (path, specifier) => {
    expect(rulesBrokenBy(imports(path, specifier))).toContain('imports')
  })

  const page = '../console/plan-list-page'

  it.each([
    [`export { x } from '${page}'`],
    [`const page = import('${page}')`],
    [`import '${page}'`],
    [`import type { X } from '${page}'`],
    [`app.get('/rpc/*', handler)\nimport {\n  x,\n} from '${page}'\n/** A comment. */`],
  ])('sees the import written as %s', (text) => {
    expect(rulesBrokenBy(file('features/plans/server/create-plan.ts', text))).toEqual(['imports'])
  })

  it.each([
    ['features/plans/rules.ts', '@quaff/features/merchants/rules'],
    ['features/plans/rules.ts', '@quaff/platform/shared/money'],
    ['features/plans/server/create-plan.ts', '@quaff/features/merchants/server'],
    ['features/plans/server/tables.ts', '@quaff/features/merchants/tables'],
    ['features/promotions/server/promotion-store.ts', 'drizzle-orm'],
    ['features/plans/server/create-plan.test.ts', '@quaff/platform/testing/test-database'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/features/merchants/console/merchant-widget'],
    ['features/api.ts', './plans/contract'],
    ['apps/server/src/build-server.ts', '@quaff/platform/server/adapters/smtp-mailer'],
    ['apps/console/src/main.tsx', '@quaff/features/plans/console/plan-list-page'],
  ])('lets %s import %s', (path, specifier) => {
    expect(checkStructure([imports(path, specifier)])).toEqual([])
  })

  it('refuses a script that asks for a file which is not there, as nothing else reads scripts', () => {
    const run = imports('bench/run.mjs', '../scripts/start-it.mjs')
    expect(rulesBrokenBy(run, file('scripts/testing/start-it.mjs'))).toEqual(['imports'])
    expect(rulesBrokenBy(run, file('scripts/start-it.mjs'))).toEqual([])
  })
})

describe('cycles', () => {
  it('refuses two features whose servers need each other', () => {
    const files = [
      imports('features/plans/server/create-plan.ts', '@quaff/features/merchants/server'),
      imports('features/merchants/server/approve-merchant.ts', '@quaff/features/plans/server'),
    ]
    expect(checkStructure(files).map((violation) => violation.message)).toEqual([
      'features import each other: merchants → plans → merchants',
    ])
  })

  it('refuses a cycle of three through a widget', () => {
    const files = [
      imports('features/plans/console/plan-list-page.tsx', '@quaff/features/merchants/console/merchant-widget'),
      imports('features/merchants/server/approve-merchant.ts', '@quaff/features/users/server'),
      imports('features/users/server/suspend-user.ts', '@quaff/features/plans/server'),
    ]
    expect(rulesBrokenBy(...files)).toEqual(['cycles'])
  })

  it('does not count contracts, tables and tests', () => {
    const files = [
      imports('features/plans/server/create-plan.ts', '@quaff/features/merchants/server'),
      imports('features/merchants/contract.ts', '@quaff/features/plans/contract'),
      imports('features/merchants/server/tables.ts', '@quaff/features/plans/tables'),
      imports('features/merchants/server/approve-merchant.test.ts', '@quaff/features/plans/server'),
    ]
    expect(checkStructure(files)).toEqual([])
  })
})

describe('sizes', () => {
  it.each([
    ['features/plans/server/create-plan.ts', sizeLimits.sourceLines],
    ['features/plans/server/create-plan.test.ts', sizeLimits.testLines],
    ['apps/console/src/routes/plans.tsx', sizeLimits.routeLines],
  ])('holds %s to %i lines', (path, limit) => {
    expect(rulesBrokenBy(file(path, lines(limit)))).toEqual([])
    expect(rulesBrokenBy(file(path, lines(limit + 1)))).toEqual(['sizes'])
  })

  it('refuses the thirteenth source file of a folder, tests not counted', () => {
    const sources = Array.from({ length: 12 }, (_, at) => file(`features/plans/server/verb-${at}.ts`))
    const tests = sources.map(({ path }) => file(path.replace('.ts', '.test.ts')))
    expect(rulesBrokenBy(...sources, ...tests)).toEqual([])
    expect(rulesBrokenBy(...sources, ...tests, file('features/plans/server/one-more.ts'))).toEqual(['sizes'])
  })

  it('leaves generated files alone', () => {
    expect(rulesBrokenBy(file('apps/console/src/route-tree.gen.ts', lines(900)))).toEqual([])
  })
})

describe('texts', () => {
  it.each([
    ['features/plans/server/create-plan.ts', 'const now = new Date()', 'clock'],
    ['features/plans/rules.ts', 'const now = Date.now()', 'clock'],
    ['platform/console/money-text.tsx', 'const id = Math.random()', 'clock'],
    ['database/demo-data.ts', 'const now = new Date()', 'clock'],
    ['platform/server/audit.ts', 'const port = process.env.PORT', 'environment'],
    ['features/plans/console/plan-list-page.tsx', "void fetch('/api/plans')", 'fetch'],
    ['apps/console/src/main.tsx', "void window.fetch('/api/plans')", 'fetch'],
    ['features/plans/console/plan-list-page.tsx', "localStorage.getItem('plan')", 'storage'],
    ['platform/console/color-scheme.tsx', 'window.sessionStorage.clear()', 'storage'],
    ['features/waitlists/console/form.ts', 'const parsed = createInput.safeParse(form)', 'schema'],
    ['features/waitlists/console/form.ts', 'slugSchema.parse(slug)', 'schema'],
    ['features/payouts/server/files/export-statement.ts', 'openAccountNumber(cipher, row)', 'account-number'],
    ['features/banking/server/present-bank.ts', 'openAccountNumber(cipher, row)', 'account-number'],
    ['features/plans/console/plan-card.tsx', '<p dangerouslySetInnerHTML={{ __html: plan.name }} />', 'markup'],
    ['apps/console/src/main.tsx', 'root.innerHTML = name', 'markup'],
    ['platform/console/notice.tsx', "element.insertAdjacentHTML('beforeend', name)", 'markup'],
    ['apps/console/src/public/form.ts', 'document.write(name)', 'markup'],
    ['features/plans/rules.ts', 'eval(formula)', 'markup'],
    ['features/plans/rules.ts', 'new Function(formula)', 'markup'],
    ['features/plans/console/plan-card.tsx', '<a href="javascript:void 0">', 'markup'],
    ['features/plans/console/plan-card.tsx', '<iframe srcDoc={text} />', 'markup'],
    ['features/users/console/member-list.tsx', 'href={`mailto:${email}`}', 'address'],
    ['features/merchants/console/website-link.tsx', "website.startsWith('https://')", 'address'],
    ['features/plans/rules.test.ts', `it.${'skip'}('adds up', () => {})`, 'skipped'],
    ['features/plans/rules.ts', `// ${'TO' + 'DO'}: round`, 'unfinished'],
    ['docs/operations.md', `See ${['', 'work', 'notes.md'].join('/')} for more.`, 'outside'],
    ['docs/operations.md', `See ${['..', 'shared', 'spec.md'].join('/')} for more.`, 'outside'],
  ])('refuses in %s: %s', (path, text, rule) => {
    expect(rulesBrokenBy(file(path, text))).toEqual([rule])
  })

  it.each([
    ['features/plans/rules.ts', 'const day = new Date(from)'],
    ['features/plans/rules.ts', '// Not new Date(): the caller knows the time.'],
    ['platform/server/adapters/system-clock.ts', 'export const now = () => new Date()'],
    ['platform/console/clock.tsx', 'export const now = () => new Date()'],
    ['platform/console/local-store.tsx', "localStorage.getItem('scheme')"],
    ['platform/console/tab-store.tsx', "sessionStorage.getItem('code')"],
    ['apps/console/src/rpc-client.ts', "fetch('/rpc')"],
    ['apps/server/src/environment.ts', 'parse(process.env)'],
    ['features/plans/console/plan-list-page.tsx', 'void query.refetch()'],
    ['features/settings/console/mails/mail-preview-panel.tsx', '<iframe sandbox="" srcDoc={framed} />'],
    ['features/plans/rules.test.ts', 'expect(document.body.innerHTML).toBe(text)'],
    ['features/plans/server/retrieval.ts', 'const found = redis.eval(script) || medieval(plan)'],
    ['platform/shared/safe-address.ts', 'return `mailto:${encoded}`'],
    ['features/payouts/server/files/bank-file.ts', 'openAccountNumber(cipher, row)'],
    ['features/banking/server/keys/rotate-bank-keys.ts', 'openAccountNumber(cipher, row)'],
    ['features/plans/rules.test.ts', 'const now = new Date()'],
    ['e2e/sign-in.spec.ts', 'const port = process.env.PORT'],
  ])('accepts in %s: %s', (path, text) => {
    expect(checkStructure([file(path, text)])).toEqual([])
  })
})

describe('the order of styles', () => {
  const sheet = 'platform/console/theme/base.css'
  const loader = 'platform/console/theme/theme-provider.tsx'

  it.each([
    ['the layers declared the other way', sheet, '@layer mantine, base;\n'],
    ['a rule before their declaration', sheet, 'a { color: red; }\n@layer base, mantine;\n'],
    ['a layer in another sheet', 'features/plans/console/plan.module.css', '@layer base { a { color: red; } }\n'],
    [
      'library styles without a layer',
      'platform/console/theme/mantine.css',
      "@import '@mantine/core/styles/Pill.css';\n",
    ],
    ['sheets loaded in another order', loader, "import './base.css'\nimport './tokens.css'\nimport './mantine.css'\n"],
  ])('refuses %s', (_, path, text) => {
    expect(rulesBrokenBy(file(path, text))).toEqual(['styles'])
  })

  it('accepts the one that is declared', () => {
    const sheets = [
      file(sheet, '/* Power. */\n@layer base, mantine;\n'),
      file('features/plans/console/plan.module.css', 'a { color: red; }\n'),
    ]
    const loads = file(loader, "import './tokens.css'\nimport './base.css'\nimport './mantine.css'\n")
    expect(checkStructure([...sheets, loads])).toEqual([])
  })
})
