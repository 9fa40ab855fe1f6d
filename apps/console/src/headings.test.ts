import { expect, it } from 'vitest'

const sources = (modules: Record<string, string>) => Object.values(modules)
const found = (texts: string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, words = '']) => words)))

const routes = sources(import.meta.glob('./routes/**/*.tsx', { eager: true, query: '?raw', import: 'default' }))
const screens = sources(
  import.meta.glob('../../../features/**/console/**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
)
const titles = found(routes, /title: '([^']+)'/g)
const headings = found(screens, /<PageHeader\s+title="([^"]+)"/g)

/** Parts of a page that take its place. */
const parts = new Set(['Review desk'])

it('a page is headed as its tab of the browser and its line of the sidebar call it', () => {
  expect([...headings].filter((heading) => !titles.has(heading) && !parts.has(heading))).toEqual([])
  // A pattern that no longer finds them would find nothing wrong either.
  expect(headings.size).toBeGreaterThan(10)
})
