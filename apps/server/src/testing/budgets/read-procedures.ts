import { isProcedure } from '@orpc/server'

/** "merchants.list" for each procedure of the router that only looks: what screens ask, by what the contract says. */
export function readProcedures(node: unknown, path: readonly string[] = []): string[] {
  if (isProcedure(node)) return node['~orpc'].route.method === 'GET' ? [path.join('.')] : []
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => readProcedures(child, [...path, key]))
}
