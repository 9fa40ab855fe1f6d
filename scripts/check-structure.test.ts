import { describe, expect, it } from 'vitest'
import { checkStructure } from './check-structure'
import { checkFolders, sizeLimits } from './structure/folder-rules'
import type { SourceFile } from './structure/source-file'
import { unscoped } from './structure/unscoped'

const file = (path: string, text = 'export const x = 1\n'): SourceFile => ({ path, text })
const lines = (count: number) => 'const x = 1\n'.repeat(count)
const rulesBrokenBy = (...files: SourceFile[]) => checkStructure(files).map((violation) => violation.rule)
const imports = (path: string, specifier: string) => file(path, `import { x } from '${specifier}'\n`)

describe('names', () => {
  it.each([
    ['features/plans/server/createPlan.ts', 'isn’t kebab-case'],
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
    ['features/plans/price-rules.ts', 'drizzle-orm'],
    ['features/plans/rules.ts', './server/plan-store'],
    ['features/plans/rules.ts', '@quaff/platform/server/context'],
    ['features/plans/rules.ts', '@quaff/features/merchants/permissions'],
    ['features/plans/server/create-plan.ts', '../console/plan-list-page'],
    ['features/plans/server/create-plan.ts', '@quaff/platform/server/adapters/disk-files'],
    ['features/plans/server/create-plan.ts', '@quaff/features/merchants/tables'],
    ['features/plans/server/create-plan.ts', 'drizzle-orm'],
    ['features/plans/server/draft-store.ts', 'pg'],
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
    ['packages/firestore-export/src/accounts.ts', '@quaff/platform/server/ports'],
    ['packages/firestore-export/src/accounts.ts', '@quaff/platform/shared/money'],
    ['packages/firestore-export/src/accounts.ts', '@quaff/features/plans/contract'],
    ['packages/firestore-export/src/values.ts', 'node:buffer'],
    ['packages/firestore-export/src/values.ts', './accounts'],
    ['features/plans/rules.ts', '@quaff/firestore-export/source'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/firestore-export/source'],
    ['platform/server/audit.ts', '@quaff/firestore-export/source'],
    ['features/plans/server/create-plan.ts', '@quaff/firestore-export/testing/managed-export'],
    ['scripts/run.mjs', '../lab/bench/run'],
  ])('refuses %s importing %s', (path, specifier) => {
    expect(rulesBrokenBy(imports(path, specifier))).toEqual(['imports'])
  })

  it.each([
    ['features/plans/server/index.ts', '@quaff/features/merchants/server/approve-merchant'],
    ['apps/server/src/router.ts', '@quaff/features/merchants/server/read-merchants'],
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
    ['features/plans/price-rules.ts', '@quaff/features/merchants/status-contract'],
    ['features/plans/server/create-plan.ts', '@quaff/features/merchants/server'],
    ['features/plans/server/tables.ts', '@quaff/features/merchants/tables'],
    ['features/plans/server/draft-store.ts', 'drizzle-orm'],
    ['features/plans/server/create-plan.test.ts', '@quaff/platform/testing/test-database'],
    ['features/plans/console/plan-list-page.tsx', '@quaff/features/merchants/console/merchant-widget'],
    ['features/api.ts', './plans/contract'],
    ['apps/server/src/build-server.ts', '@quaff/platform/server/adapters/smtp-mailer'],
    ['apps/console/src/main.tsx', '@quaff/features/plans/console/plan-list-page'],
    ['packages/firestore-export/src/accounts.ts', 'node:buffer'],
    ['packages/firestore-export/src/accounts.ts', 'csv-parse'],
    ['packages/firestore-export/src/accounts.ts', './values'],
    ['features/plans/server/create-plan.ts', '@quaff/firestore-export/source'],
    ['features/plans/server/create-plan.test.ts', '@quaff/firestore-export/testing/managed-export'],
    ['platform/shared/documents/document-values.ts', '@quaff/firestore-export/source/values'],
  ])('lets %s import %s', (path, specifier) => {
    expect(checkStructure([imports(path, specifier)])).toEqual([])
  })

  it('refuses a script that asks for a file which is not there, as nothing else reads scripts', () => {
    const run = imports('lab/bench/run.mjs', '../../scripts/start-it.mjs')
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

  it('refuses a circle of contracts, rules and tables, whichever of them takes part', () => {
    const files = [
      imports('features/plans/billing/contract.ts', '@quaff/features/merchants/rules'),
      imports('features/merchants/server/tables.ts', '@quaff/features/users/tables'),
      imports('features/users/permissions.ts', '@quaff/features/plans/contract'),
    ]
    expect(checkStructure(files).map((violation) => violation.message)).toEqual([
      'contracts, rules and tables form a circle, what is shared moves below: merchants → users → plans → merchants',
    ])
    expect(checkStructure(files.slice(1))).toEqual([])
  })

  it('does not count tests, nor contracts and tables against servers', () => {
    const files = [
      imports('features/plans/server/create-plan.ts', '@quaff/features/merchants/server'),
      imports('features/merchants/contract.ts', '@quaff/features/plans/contract'),
      imports('features/merchants/server/tables.ts', '@quaff/features/plans/tables'),
      imports('features/merchants/server/approve-merchant.test.ts', '@quaff/features/plans/server'),
    ]
    expect(checkStructure(files)).toEqual([])
  })
})

describe('scopes and owners', () => {
  const store = 'features/plans/server/draft-store.ts'
  const plans = file(
    'features/plans/server/tables.ts',
    `export const planNotes = pgTable('plan_notes', {
  id: text().primaryKey(),
})
export const plans = pgTable(
  'subscription_plans',
  { id: text().primaryKey(), merchantId: text('merchant_id').notNull() },
  (table) => [index('plans_merchant').on(table.merchantId)],
)
`,
  )
  const found = (path: string, text: string) =>
    checkStructure([plans, file(path, text)]).map(({ path: where, rule, message }) => [where, rule, message])

  it.each([
    [
      'by a bare id',
      'export async function findPlan(db: Queryable, id: string) {\n  return db.select().from(plans)\n}\n',
    ],
    [
      'by another name',
      "import { plans as all } from './tables'\nexport const findPlan = (db: Queryable) => db.select().from(all)\n",
    ],
    ['as an arrow', 'export const findPlan = (db: Queryable, id: string) => db.select().from(plans)\n'],
    [
      'in SQL',
      'export async function findPlan(db: Queryable) {\n  return db.execute(sql`select 1 from ${plans}`)\n}\n',
    ],
    [
      'through a function of its own',
      `const all = (db: Queryable) => db.select().from(plans)
export async function findPlan(db: Queryable, id: string) {
  return all(db)
}
`,
    ],
    ['in a prepared read', 'export const findPlan = preparedRead(() => db.select().from(plans))\n'],
  ])('refuses a store that reaches rows of merchants %s', (_, text) => {
    expect(found(store, text)).toEqual([[store, 'scopes', "findPlan reaches merchants' rows without a scope"]])
  })

  it('refuses a store that reads them of another feature without a scope', () => {
    const path = 'features/payouts/server/payee-store.ts'
    const text = `import { plans } from '@quaff/features/plans/tables'

export async function listPayees(db: Queryable, ids: readonly string[]) {
  return db.select().from(plans).where(inArray(plans.id, ids))
}
`
    expect(found(path, text)).toEqual([[path, 'scopes', "listPayees reaches merchants' rows without a scope"]])
  })

  it.each([
    [
      'a scope',
      'export async function findPlan(db: Queryable, scope: MerchantScope, id: string) {\n  return db.select().from(plans)\n}\n',
    ],
    ['one merchant', 'export const findPlan = (db: Queryable, merchant: OneMerchant) => db.select().from(plans)\n'],
    ['a locked row', 'export const savePlan = (tx: Transaction, { id }: Locked<StoredPlan>) => tx.update(plans)\n'],
    ['no rows of merchants', 'export const findNote = (db: Queryable, id: string) => db.select().from(planNotes)\n'],
    [
      'a column of that name',
      'export const count = (db: Queryable, row: Row) => db.execute(sql`select ${row.plans}`)\n',
    ],
    ['nothing to others', 'const findPlan = (db: Queryable, id: string) => db.select().from(plans)\n'],
  ])('accepts a store by %s', (_, text) => {
    expect(found(store, text)).toEqual([])
  })

  it('refuses an exception that nothing needs any more', () => {
    const [excused] = Object.values(unscoped).flatMap((byPath) => Object.entries(byPath))
    const [path, [name]] = excused!
    const message = `${name} needs no exception: take it out of unscoped.ts`
    expect(checkStructure([file(path)])).toContainEqual({ path, rule: 'scopes', message })
  })

  it.each([
    ['{ all: true } as MerchantScope', 'features/sessions/server/merchant-scope.ts'],
    ['merchant as unknown as OneMerchant', 'features/sessions/server/merchant-scope.ts'],
    ['row as Locked<StoredPlan>', 'platform/server/transaction.ts'],
  ])('refuses %s everywhere but where it is made', (cast, owner) => {
    const text = `export const made = ${cast}\n`
    for (const path of [
      'features/plans/server/create-plan.ts',
      'apps/server/src/router.ts',
      'platform/server/audit.ts',
    ])
      expect(found(path, text)).toEqual([[path, 'scopes', `only ${owner} makes one; a cast forges it`]])
    expect(found(owner, text)).toEqual([])
    expect(found('features/plans/server/create-plan.test.ts', text)).toEqual([])
  })

  const imported = "import { plans, planNotes as notes } from '@quaff/features/plans/tables'\n"

  it.each([
    ['the query builder', `${imported}await tx.update(plans).set(row)`, 'plans'],
    ['a line further', `${imported}await tx\n  .insert(\n    plans,\n  )`, 'plans'],
    ['another name', `${imported}await tx.delete(notes)`, 'notes'],
    ['all tables at once', "import * as tables from '@quaff/features/plans/tables'\ntx.delete(tables.plans)", 'tables'],
    ['SQL', `${imported}await tx.execute(sql\`UPDATE\n  \${plans} set name = 1\`)`, 'plans'],
    ['a part of a query', `${imported}sql\`with gone as (delete from only \${plans} returning *)\``, 'plans'],
    ['a function that is given it', `${imported}await compactCounts(tx, { table: plans })`, 'plans'],
    ['SQL that names it', 'await tx.execute(sql`update subscription_plans set name = 1`)', 'subscription_plans'],
    ['SQL in quotes', 'await tx.execute(sql`insert into "plan_notes" values (1)`)', 'plan_notes'],
  ])('refuses a foreign write by %s', (_, text, table) => {
    const message = `only plans may write ${table}`
    expect(found('features/payouts/server/save-payout.ts', text)).toContainEqual([
      'features/payouts/server/save-payout.ts',
      'owners',
      message,
    ])
    expect(found('apps/server/src/jobs.ts', text).map(([, rule]) => rule)).toContain('owners')
    expect(found('features/plans/server/save-plan.ts', text).map(([, rule]) => rule)).not.toContain('owners')
  })

  it.each([
    ['reads', `${imported}const save = (db: Queryable, scope: MerchantScope) => db.select().from(plans)`],
    ['locks', `${imported}sql\`select 1 from \${plans} for update of plans\``],
    ['is a set of its own', `${imported}const seen = new Set<string>()\nseen.delete(id)`],
  ])('accepts what %s', (_, text) => {
    expect(found('features/payouts/server/payee-store.ts', text)).toEqual([])
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

  it('leaves generated files alone', () => {
    expect(rulesBrokenBy(file('apps/console/src/route-tree.gen.ts', lines(900)))).toEqual([])
  })
})

describe('folders', () => {
  const inFolder = (folder: string, ...names: string[]) => names.map((name) => file(`${folder}/${name}`))
  const refused = (files: SourceFile[], ...listed: string[]) => checkFolders(files, listed).map(({ path }) => path)
  const server = 'features/plans/server'

  it('refuses two source files in a folder, however many tests lie beside them', () => {
    const two = inFolder(server, 'index.ts', 'plan-store.ts', 'plan-store.test.ts', 'index.test.ts')
    expect(refused(two)).toEqual([server])
    expect(refused([...two, file(`${server}/read-plans.ts`)])).toEqual([])
  })

  it('counts style sheets, and each folder by itself', () => {
    const page = inFolder('features/plans/console', 'plan-page.tsx', 'plan-form.tsx', 'plan.module.css')
    expect(refused([...page, file('features/plans/console/parts/plan-dialog.tsx')])).toEqual([
      'features/plans/console/parts',
    ])
  })

  it.each(['features/plans/rules.ts', 'features/plans/testing/plan-factory.ts', 'platform/console/dates/day.tsx'])(
    'leaves %s alone',
    (path) => {
      expect(refused([file(path)])).toEqual([])
    },
  )

  it('accepts a listed folder only as long as it is small', () => {
    const two = inFolder(server, 'index.ts', 'plan-store.ts')
    expect(refused(two, server)).toEqual([])
    expect(refused([...two, file(`${server}/read-plans.ts`)], server)).toEqual([server])
    expect(refused([], server)).toEqual([server])
  })
})

describe('rooms', () => {
  const room = file('features/payouts/progress/server/approve-payout.ts')

  it('lets a feature without rooms keep its folders', () => {
    expect(rulesBrokenBy(file('features/plans/server/prices/create-price.ts'))).toEqual([])
  })

  it('refuses a part of a roomy feature under its server or console', () => {
    expect(rulesBrokenBy(room, file('features/payouts/server/generation/preview.ts'))).toEqual(['names'])
    expect(rulesBrokenBy(room, file('features/payouts/console/payout-sheet.tsx'))).toEqual([])
  })
})

describe('compiled', () => {
  const config = file(
    'tsconfig.server.json',
    '{ "include": ["features/**/*.ts", "*.config.ts"], "exclude": ["features/**/console/**"] }',
  )
  const browser = file('e2e/tsconfig.json', '{ "include": ["**/*.ts"] }')

  it.each(['features/plans/rules.ts', 'features/plans/prices/server/create-price.ts', 'vite.config.ts', 'e2e/a/b.ts'])(
    'takes %s, which is included',
    (path) => {
      expect(rulesBrokenBy(config, browser, file(path))).toEqual([])
    },
  )

  it.each(['features/plans/console/use-plan.ts', 'apps/console/chunks.ts', 'scripts/deep/vite.config.ts'])(
    'refuses %s, which no one checks',
    (path) => {
      expect(rulesBrokenBy(config, browser, file(path))).toEqual(['compiled'])
    },
  )
})

describe('texts', () => {
  it.each([
    ['features/plans/server/create-plan.ts', 'const now = new Date()', 'clock'],
    ['features/plans/rules.ts', 'const now = Date.now()', 'clock'],
    ['platform/console/money-text.tsx', 'const id = Math.random()', 'clock'],
    ['platform/server/audit.ts', 'const port = process.env.PORT', 'environment'],
    ['features/plans/console/plan-list-page.tsx', "void fetch('/api/plans')", 'fetch'],
    ['apps/console/src/main.tsx', "void window.fetch('/api/plans')", 'fetch'],
    ['features/plans/console/plan-list-page.tsx', "localStorage.getItem('plan')", 'storage'],
    ['features/plans/console/plan-list-page.tsx', 'const navigate = useNavigate()', 'navigation'],
    ['features/users/console/user-sheet.tsx', 'const text = `Sent to ${user.email}`', 'email'],
    ['features/plans/console/plan-list-page.tsx', "router.history.push('/plans')", 'navigation'],
    ['platform/console/color-scheme.tsx', 'window.sessionStorage.clear()', 'storage'],
    ['features/waitlists/console/form.ts', 'const parsed = createInput.safeParse(form)', 'schema'],
    ['features/waitlists/console/form.ts', 'slugSchema.parse(slug)', 'schema'],
    ['features/plans/rules.ts', "new Intl.NumberFormat('en', { style: 'currency', currency })", 'currency'],
    ['features/payouts/statement/server/statement-export.ts', 'openAccountNumber(cipher, row)', 'account-number'],
    ['features/banking/server/present-bank.ts', 'openAccountNumber(cipher, row)', 'account-number'],
    ['features/plans/console/plan-field.tsx', 'onType(event.currentTarget.value.toUpperCase())', 'typed'],
    ['features/plans/console/plan-field.tsx', "set('code', bare(event.currentTarget.value))", 'typed'],
    ['features/plans/console/plan-card.tsx', '<p dangerouslySetInnerHTML={{ __html: plan.name }} />', 'markup'],
    ['apps/console/src/main.tsx', 'root.innerHTML = name', 'markup'],
    ['platform/console/notice.tsx', "element.insertAdjacentHTML('beforeend', name)", 'markup'],
    ['apps/console/src/public/form.ts', 'document.write(name)', 'markup'],
    ['features/plans/rules.ts', 'eval(formula)', 'markup'],
    ['features/plans/rules.ts', 'new Function(formula)', 'markup'],
    ['features/plans/console/plan-card.tsx', '<a href="javascript:void 0">', 'markup'],
    ['features/plans/console/plan-card.tsx', '<iframe srcDoc={text} />', 'markup'],
    ['features/users/console/member-list.tsx', 'href={`mailto:${address}`}', 'address'],
    ['features/merchants/console/website-link.tsx', "website.startsWith('https://')", 'address'],
    ['features/plans/rules.test.ts', `it.${'skip'}('adds up', () => {})`, 'skipped'],
    ['features/plans/rules.ts', `// ${'TO' + 'DO'}: round`, 'unfinished'],
    ['docs/operations/install.md', `See ${['', 'work', 'notes.md'].join('/')} for more.`, 'outside'],
    ['docs/operations/install.md', `See ${['..', 'shared', 'spec.md'].join('/')} for more.`, 'outside'],
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
    ['features/plans/console/plan-field.tsx', 'onType(event.currentTarget.value)'],
    ['platform/console/display/mail-frame.tsx', '<iframe sandbox="" srcDoc={framed} />'],
    ['features/plans/rules.test.ts', 'expect(document.body.innerHTML).toBe(text)'],
    ['features/plans/server/retrieval.ts', 'const found = redis.eval(script) || medieval(plan)'],
    ['platform/shared/safe-address.ts', 'return `mailto:${encoded}`'],
    ['features/payouts/bank-file/server/open-accounts.ts', 'openAccountNumber(cipher, row)'],
    ['features/banking/server/bank-keys.ts', 'openAccountNumber(cipher, row)'],
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
    ['the layers declared the other way', sheet, '@layer mantine, base, fields, words;\n'],
    ['a rule before their declaration', sheet, 'a { color: red; }\n@layer base, mantine, fields, words;\n'],
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

  it('refuses a folder whose place among the layers no one declared', () => {
    const [base, list] = [
      file(sheet, '@layer base, mantine, fields, words, controls;\n'),
      file('platform/console/list/list-tabs.module.css', 'a { color: red; }\n'),
    ]
    expect(checkStructure([base, list]).map(({ path }) => path)).toEqual([list.path])
  })

  it.each(['title', 'name'])('looks for the class "%s" of a component in its sheet', (name) => {
    const own = file('features/plans/console/plan.module.css', '.title { color: red; }\n')
    const use = `import classes from './plan.module.css'\nexport const one = classes.${name}\n`
    const broken = rulesBrokenBy(file('features/plans/console/plan-panel.tsx', use), own)
    expect(broken).toEqual(name === 'title' ? [] : ['styles'])
  })

  it('accepts the one that is declared', () => {
    const sheets = [
      file(sheet, '/* Power. */\n@layer base, mantine, fields, words, controls;\n'),
      file('features/plans/console/plan.module.css', 'a { color: red; }\n'),
    ]
    const loads = file(loader, "import './tokens.css'\nimport './base.css'\nimport './mantine.css'\n")
    expect(checkStructure([...sheets, loads])).toEqual([])
  })
})
