import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the reasons know the refusals of every feature', () => {
  const folder = new URL('.', import.meta.url).pathname
  const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/refusals.ts'))
    .map((path) => `import('./${path.slice(0, -'.ts'.length)}')`)
  const gathered = readFileSync(`${folder}/reasons.ts`, 'utf8').match(/import\('[^']+'\)/g) ?? []
  expect(declared.length).toBeGreaterThan(20)
  expect([...gathered].sort()).toEqual(declared.sort())
})
