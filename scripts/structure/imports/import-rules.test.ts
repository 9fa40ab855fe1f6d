import { expect, it } from 'vitest'
import { checkImports } from './import-rules'

it.each([
  ['@quaff/platform/server/audit', ['import it from @quaff/platform/server']],
  ['@quaff/platform/shared/text', ['import it from @quaff/platform/server']],
  ['@quaff/platform/server', []],
  ['@quaff/platform/server/tables', []],
])('server code that imports %s gets %j, where the index exports audit and text', (specifier, messages) => {
  const found = checkImports([
    {
      path: 'platform/server/index.ts',
      text: "export * from './audit'\nexport * from '@quaff/platform/shared/text'\n",
    },
    { path: 'features/plans/server/create-plan.ts', text: `import { x } from '${specifier}'\n` },
  ])
  expect(found.map(({ message }) => message.replace(`${specifier}: `, ''))).toEqual(messages)
})
