import { describe, expect, it } from 'vitest'
import { findTouchedTests } from './touched-tests'

/** Put together here: these are no imports of this file. */
const features = '@quaff/features'
const texts = {
  'features/plans/rules.ts': 'export const judge = () => 1\n',
  'features/plans/rules.test.ts': "import { judge } from './rules'\n",
  'features/plans/server/index.ts':
    "import { createPlan } from './create-plan'\nexport { listPlans, type Page } from './list-plans'\nexport const plansRouter = { createPlan }\n",
  'features/plans/server/create-plan.ts': "import { judge } from '../rules'\nexport const createPlan = judge\n",
  'features/plans/server/list-plans.ts': 'export const listPlans = () => []\n',
  'features/users/server/index.ts': `import { listPlans } from '${features}/plans/server'\nexport const usersRouter = { listPlans }\n`,
  'features/users/server/list-users.test.ts': "import { usersRouter } from './index'\n",
  'features/users/console/plan-name.ts': `import type { judge } from '${features}/plans/rules'\n`,
  'features/users/console/plan-name.test.ts': "import './plan-name'\n",
  'apps/server/src/router.ts': `import { plansRouter } from '${features}/plans/server'\nimport { usersRouter } from '${features}/users/server'\nexport const router = {\n  plans: plansRouter,\n  users: usersRouter,\n}\n`,
  'apps/server/src/matrix.test.ts': "import { router } from './router'\n",
  'apps/server/src/sign-in.test.ts': "import { router } from './router'\n",
  'apps/server/src/endpoints.test.ts': "import { router } from './router'\nask('/rpc/plans/create')\n",
  'scripts/check-texts.test.ts': "import { readFileSync } from 'node:fs'\n",
  'vitest.config.ts': '',
}
const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
const touched = (...changed: string[]) => findTouchedTests(files, new Set(changed))

describe('the tests that a change touches', () => {
  it('load the changed file, directly or through others', () => {
    expect(touched('features/plans/rules.ts')).toEqual({
      tests: [
        'features/plans/rules.test.ts',
        'apps/server/src/matrix.test.ts',
        'apps/server/src/endpoints.test.ts',
        'scripts/check-texts.test.ts',
      ],
      routers: ['plans'],
    })
  })

  it('are, of those that load the whole product, the ones that name the feature, or all when it is no feature’s', () => {
    expect(touched('features/plans/rules.ts').tests).not.toContain('apps/server/src/sign-in.test.ts')
    expect(touched('apps/server/src/router.ts').tests).toContain('apps/server/src/sign-in.test.ts')
  })

  it('are found through the one name that a file takes from a barrel', () => {
    const { tests, routers } = touched('features/plans/server/list-plans.ts')
    expect(tests).toContain('features/users/server/list-users.test.ts')
    expect(routers).toEqual(['users'])
  })

  it('are the test itself and those that read the repository, when only a test changed', () => {
    expect(touched('features/plans/rules.test.ts')).toEqual({
      tests: ['features/plans/rules.test.ts', 'scripts/check-texts.test.ts'],
      routers: [],
    })
  })

  it('are all of them when what carries them changed, with the whole matrix', () => {
    for (const foundation of ['vitest.config.ts', 'database/migrations/20260101000000_more/migration.sql']) {
      const { tests, routers } = touched(foundation)
      expect(tests).toHaveLength(7)
      expect(routers).toEqual(['plans', 'users'])
    }
    expect(touched('apps/server/src/testing/matrix/endpoint.ts').routers).toEqual(['plans', 'users'])
  })
})
