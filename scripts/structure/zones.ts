import { isTest } from './source-file'

/** Zone of a file in the import table. */
export type Zone =
  | 'feature-shared'
  | 'feature-server'
  | 'feature-store'
  | 'feature-console'
  | 'feature-testing'
  | 'platform-shared'
  | 'platform-server'
  | 'platform-adapters'
  | 'platform-console'
  | 'platform-testing'
  | 'app-console'
  | 'app-server'
  | 'database'
  | 'e2e'
  | 'scripts'
  | 'lab'
  | 'package'
  | 'package-values'
  | 'package-testing'

const patterns: [RegExp, Zone][] = [
  [/^features\/(api|reasons)(\.ts)?$/, 'feature-shared'],
  [/^features\/.+\/server\/(.+\/)?([a-z0-9-]+-store|tables)(\.test)?(\.tsx?)?$/, 'feature-store'],
  [/^features\/.+\/server(\/|$)/, 'feature-server'],
  [/^features\/.+\/console\//, 'feature-console'],
  [/^features\/.+\/testing\//, 'feature-testing'],
  [/^features\/.+\/([a-z0-9-]+-)?(contract|refusals|rules|permissions)(\.test)?(\.ts)?$/, 'feature-shared'],
  [/^platform\/shared\//, 'platform-shared'],
  [/^platform\/server\/adapters\//, 'platform-adapters'],
  [/^platform\/server(\/|$)/, 'platform-server'],
  [/^platform\/console\//, 'platform-console'],
  [/^platform\/testing\//, 'platform-testing'],
  [/^apps\/console\/src\//, 'app-console'],
  [/^apps\/server\/src\//, 'app-server'],
  [/^database\//, 'database'],
  [/^e2e\//, 'e2e'],
  [/^scripts\//, 'scripts'],
  [/^lab\//, 'lab'],
  [/^packages\/firestore-export\/src\/values(\.ts)?$/, 'package-values'],
  [/^packages\/[^/]+\/testing\//, 'package-testing'],
  [/^packages\//, 'package'],
]

export function findZone(path: string): Zone | undefined {
  return patterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** `features/users/server/…` belongs to `users`; files directly under `features/` belong to no feature. */
export function findFeature(path: string): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1]
}

/** Files that may set their own clock, environment and doubles. */
export function isForTests(path: string): boolean {
  return isTest(path) || path.startsWith('e2e/') || /(^|\/)testing\//.test(path)
}
