import { expect, it } from 'vitest'
import { pageFiles } from './build-plugins'
import { chunkGroups, type Graph } from './chunk-groups'

const routes = {
  entry: '/src/main.tsx',
  frame: '/frame.tsx',
  dashboard: '/dashboard.tsx',
  list: '/merchants.tsx',
  soon: ['/palette.tsx'],
}
const icons = '/node_modules/@tabler/icons-react/dist/esm/icons'
const imports: Record<string, string[]> = {
  '/src/main.tsx': ['/theme.tsx', '/node_modules/react/index.js'],
  '/frame.tsx': ['/sidebar.tsx', '/sidebar.module.css'],
  '/palette.tsx': ['/command-list.tsx', '/rank.tsx'],
  '/dashboard.tsx': ['/tiles.tsx', '/rank.tsx', '/page-header.tsx', `${icons}/IconBolt.mjs`],
  '/merchants.tsx': [
    '/table.tsx',
    '/table.module.css',
    '/page-header.tsx',
    '/node_modules/@orpc/client/dist/index.mjs',
  ],
}
const graph: Graph = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) }
const groups = chunkGroups(routes).toSorted((a, b) => b.priority - a.priority)
const groupOf = (id: string) =>
  groups.map(({ name }) => (typeof name === 'string' ? null : name(id, graph))).find((name) => name !== null) ?? null

it.each([
  ['/src/main.tsx', 'start'],
  ['/sidebar.tsx', 'start'],
  ['/page-header.tsx', 'start'],
  ['/table.module.css', 'start'],
  [`${icons}/IconPlus.mjs`, 'start'],
  ['/tiles.tsx', 'dashboard'],
  ['/table.tsx', 'list'],
  ['/merchants.tsx', 'list'],
  ['/rank.tsx', 'start'],
  ['/palette.tsx', 'soon'],
  ['/command-list.tsx', 'soon'],
  ['/node_modules/@mantine/notifications/esm/index.mjs', 'soon'],
  ['/print-line.tsx', 'behaviors'],
  ['/users.tsx', null],
  ['/node_modules/react/index.js', 'library'],
  ['/node_modules/@orpc/client/dist/index.mjs', 'library'],
  ['/node_modules/react-number-format/dist/index.js', null],
  ['/node_modules/@tanstack/react-query/build/modern/useQueries.js', null],
])('%s comes with %s', (id, group) => {
  expect(groupOf(id)).toBe(group)
})

it('a page is found in whatever file it was put, with what that file imports and the document does not name', () => {
  const page = (name: string) => `/src/routes/_dashboard/${name}.tsx?tsr-split=component---loader`
  const addresses = ['__root', '$', '_dashboard/route', '_dashboard/merchants.index', 'auth/index', 'auth/login'].map(
    (name) => `/src/routes/${name}.tsx`,
  )
  const chunk = (fileName: string, moduleIds: string[], imported: string[], isEntry = false) => ({
    [fileName]: { type: 'chunk', fileName, moduleIds, imports: imported, isEntry },
  })
  const bundle = {
    ...chunk('start.js', ['/src/main.tsx', page('route'), ...addresses], ['library.js'], true),
    ...chunk('library.js', [], []),
    ...chunk('kit.js', [], ['library.js']),
    ...chunk('list.js', ['/table.tsx', page('merchants.index')], ['start.js', 'kit.js']),
  }
  const emitted: { source: string }[] = []
  const { generateBundle } = pageFiles()
  if (typeof generateBundle !== 'function') throw new Error('The plugin writes no notes')
  // The bundler passes more than the plugin reads.
  Reflect.apply(generateBundle, { emitFile: (file: { source: string }) => emitted.push(file) }, [{}, bundle, true])
  expect(emitted.map(({ source }) => JSON.parse(source) as unknown)).toEqual([
    { '/auth': [], '/auth/login': [], '/merchants': ['kit.js', 'list.js'] },
  ])
})
