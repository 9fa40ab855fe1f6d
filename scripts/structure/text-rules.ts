import { isCode, isGenerated, isTest, withoutComments } from './source-file'
import type { SourceFile, Violation } from './source-file'
import { isForTests } from './zones'

interface TextRule {
  rule: string
  pattern: RegExp
  message: string
  /** Returns true if the rule applies to the file. */
  covers: (path: string) => boolean
}

const isTooling = (path: string) => /^(scripts|lab)\//.test(path) || path.endsWith('.config.ts') || isForTests(path)
const isConsole = (path: string) => /^(features\/.+\/console|platform\/console|apps\/console\/src)\//.test(path)
const isAppCode = (path: string) => isCode(path) && !isTooling(path)

/** Whole account numbers come back nowhere else. */
const opensAccountNumbers = new Set([
  'features/banking/server/index.ts',
  'features/banking/server/bank-keys.ts',
  'features/banking/server/account-number.ts',
  'features/payouts/bank-file/server/open-accounts.ts',
])

const browserStores = new Set(['platform/console/local-store.tsx', 'platform/console/tab-store.tsx'])

const fetching = new Set(['apps/console/src/rpc-client.ts', 'apps/console/src/public/public-link.ts'])

/** Renders one of our emails in a sandboxed frame. */
const framesMarkup = new Set(['platform/console/display/mail-frame.tsx'])

/** `safe-address.ts` writes them; the footer's is filled in and escaped by the server. */
const writesMailLinks = new Set([
  'platform/shared/safe-address.ts',
  'features/marketing/console/site-layout-widget.tsx',
])

/** Navigations that follow the user's click or the address. After a sign-out, every page leads to the sign-in page. */
const navigates =
  /^(apps\/console\/src\/(frame|routes)\/|platform\/console\/forms\/form-dialog\.tsx|features\/sessions\/console\/use-navigate-if-here\.ts|features\/sign-in\/console\/use-second-step-link\.ts|features\/users\/console\/account-menu-widget\.tsx|features\/onboarding\/console\/use-leave\.ts)/

const codeRules: TextRule[] = [
  {
    rule: 'navigation',
    pattern: /\buseNavigate\(|\brouter\??\.navigate\(|\bhistory\??\.(push|replace)\(/,
    message: 'the user may have left before an answer arrives: navigate by useNavigateIfHere',
    covers: (path) => isAppCode(path) && isConsole(path) && !navigates.test(path),
  },
  {
    rule: 'markup',
    pattern:
      /\b(dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseFromString|srcdoc|javascript:|document\.write|new Function\b)|(?<![.\w])eval\(/i,
    message: 'text never becomes markup or a script: hand it to React as text',
    covers: (path) => isAppCode(path) && !framesMarkup.has(path),
  },
  {
    rule: 'address',
    pattern: /\bmailto:\$\{|\bstartsWith\('https:\/\/'\)/,
    message: 'stored text becomes a link by webAddress and mailAddress of platform/shared/safe-address',
    covers: (path) => isAppCode(path) && isConsole(path) && !writesMailLinks.has(path),
  },
  {
    rule: 'email',
    pattern: /\$\{(?![^}]*readableEmail\()[^}]*[eE]mail\b[^}]*\}/,
    message:
      'people read an email by readableEmail of platform/shared/email-address, which shows its domain in its script',
    covers: (path) => isAppCode(path) && isConsole(path),
  },
  {
    rule: 'clock',
    pattern: /\bnew Date(\(\)|(?=[;,)\s]))|(?<!new )\bDate\(\)|\bDate\.now\b|\bMath\.random\b/,
    message: 'time and chance come from outside: take `now`, ctx.clock or ctx.ids',
    covers: (path) => isAppCode(path) && !path.includes('/adapters/') && path !== 'platform/console/clock.tsx',
  },
  {
    rule: 'environment',
    pattern: /\bprocess\.env\b/,
    message: 'only apps/server/src/environment.ts reads the environment',
    covers: (path) => isAppCode(path) && path !== 'apps/server/src/environment.ts',
  },
  {
    rule: 'fetch',
    pattern: /(?<![.\w])fetch\(|\b(window|globalThis)\.fetch\b|\bXMLHttpRequest\b/,
    message: 'only rpc-client.ts and public/public-link.ts of apps/console fetch',
    covers: (path) => isAppCode(path) && isConsole(path) && !fetching.has(path),
  },
  {
    rule: 'storage',
    pattern: /\b(local|session)Storage\b/,
    message: 'only local-store.tsx and tab-store.tsx of platform/console touch the browser storage',
    covers: (path) => isAppCode(path) && isConsole(path) && !browserStores.has(path),
  },
  {
    rule: 'schema',
    pattern: /\.safeParse\(|\b\w+(Schema|Input)\.parse\(/,
    message:
      'a schema read as a value brings its library into the first load: check by plain rules, the server checks anyway',
    covers: (path) => isAppCode(path) && isConsole(path),
  },
  {
    rule: 'typed',
    pattern:
      /currentTarget\.value\s*\.(trim|replace|to\w+Case|normalize)|[(,]\s*[a-z]\w*\(event\.currentTarget\.value\)/,
    message: 'a value rewritten while typing moves the caret: use normalizedInput',
    covers: (path) => isAppCode(path) && isConsole(path),
  },
  {
    rule: 'currency',
    pattern: /\bstyle: ?['"]currency['"]/,
    message: 'engines disagree about decimals: format money by platform/shared/money/money-formatter',
    covers: (path) => isAppCode(path) && !path.startsWith('platform/shared/money/'),
  },
  {
    rule: 'account-number',
    pattern: /\bopenAccountNumber\b/,
    message: 'only the bank file and the change of keys open an account number',
    covers: (path) => isAppCode(path) && !opensAccountNumbers.has(path),
  },
  {
    rule: 'skipped',
    pattern: /\b(it|test|describe)\.(skip|only|todo|fixme)\b/,
    message: 'every test runs',
    covers: (path) => isTest(path) || path.startsWith('e2e/'),
  },
]

const machineFolders = ['work', 'tmp/bash_jobs'].map((folder) => `/${folder}/`).join('|')
const outside = {
  machine: [new RegExp(`(^|[\\s'"\`(=:])(${machineFolders})`), 'names a folder on a developer’s machine'],
  designs: [/\.\.\/shared\/(spec|design)/, 'refers outside the repository'],
  parent: [/\.\.\/shared\b/, 'refers outside the repository'],
} satisfies Record<string, [RegExp, string]>
const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b`)

export function checkTexts(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => !isGenerated(path) && path !== 'package-lock.json')
    .flatMap((file) => [...checkCode(file), ...checkProse(file)])
}

function checkCode({ path, text }: SourceFile): Violation[] {
  const rules = codeRules.filter((rule) => rule.covers(path))
  if (rules.length === 0) return []
  const code = withoutComments(text)
  return rules.filter(({ pattern }) => pattern.test(code)).map(({ rule, message }) => ({ path, rule, message }))
}

function checkProse({ path, text }: SourceFile) {
  // In code `../shared/money` is an import; in a document it leads out of the repository.
  const rules = [outside.machine, path.endsWith('.md') ? outside.parent : outside.designs]
  const found = rules
    .filter(([pattern]) => pattern.test(text))
    .map(([, message]) => ({ path, rule: 'outside', message }))
  if (isCode(path) && unfinished.test(text))
    found.push({ path, rule: 'unfinished', message: 'finish it or leave it out' })
  return found
}
