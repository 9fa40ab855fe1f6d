import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Named = Readonly<Record<string, string>>
const { dependencies, devDependencies }: { dependencies: Named; devDependencies: Named } = JSON.parse(
  read('package.json'),
)

/** First column of the table below the heading. */
function listedUnder(heading: string): string[] {
  const [, section = ''] = read('docs/dependencies.md').split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `(.+?)` \|/gm)].map(([, name = '']) => name)
}

describe('docs/dependencies.md', () => {
  it('has one line for each package of the program, and no other', () => {
    expect(listedUnder('The program')).toEqual(Object.keys(dependencies))
  })

  it('has one line for each tool, and no other', () => {
    expect(listedUnder('The tools')).toEqual(Object.keys(devDependencies))
  })
})

describe('package.json', () => {
  it('pins every package to one version', () => {
    const versions = Object.values({ ...dependencies, ...devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-rc\.\d+)?$/.test(version))).toEqual([])
  })

  it('pins the versions that the packages of this repository use', () => {
    const others = readdirSync(new URL('packages', root)).flatMap((name) => {
      const own: { dependencies?: Named } = JSON.parse(read(`packages/${name}/package.json`))
      return Object.entries(own.dependencies ?? {}).filter(([one, version]) => dependencies[one] !== version)
    })
    expect(others).toEqual([])
  })
})
