import { parseSync } from 'vite'
import {
  rolesOf,
  describeCall,
  describeMember,
  describeRefusal,
  describeVerdict,
  describeRoleCheck,
} from './guards.mjs'

/**
 * Finds every guard of a source file: `{ id, key, kind, feature, path, line, edits }`. An id has the file, function
 * and text of the guard but no line, so that it is stable. A key has the feature instead of the file, so that an
 * exception survives a move.
 */
export function findMutants(path, code) {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const found = []
  visit(program, [], (node, parents) => found.push(...guardsAt(path, code, node, parents)))
  const feature = featureOf(path)
  return numberTwins(found).map((guard) => ({
    ...guard,
    path,
    feature,
    key: guard.id.replace(path, feature),
    line: lineOf(code, guard.start),
  }))
}

export const isGuarded = (path) =>
  /^(features\/.+\/(?:[a-z-]+-)?(rules|permissions)\.ts|features\/.+\/server\/.+\.tsx?|packages\/[^/]+\/src\/.+\.ts|platform\/server\/(authorize|once)\.ts)$/.test(
    path,
  ) && !/\.(test|gen)\.tsx?$|-emails?\.tsx$/.test(path)

function guardsAt(path, code, node, parents) {
  if (/[/-]permissions\.ts$/.test(path)) return rolesOf(code, node, parents, functionName(parents))
  const text = (part) => code.slice(part.start, part.end).replaceAll(/\s+/g, ' ')
  const place = functionName(parents)
  const guards = /[/-]rules\.ts$/.test(path)
    ? [...describeVerdict(node), ...describeRoleCheck(node)]
    : [...describeCall(node), ...describeMember(node, parents), ...describeRefusal(node), ...describeRoleCheck(node)]
  return guards.map(({ kind, target, ...edit }) => ({
    kind,
    start: target.start,
    action: kind === 'asAdministrator' ? actionOf(code, parents) : undefined,
    id: `${path} ${place} ${kind}: ${text(target)}`,
    edits: [{ start: target.start, end: target.end, ...edit }],
  }))
}

/** The same text twice in one function: the second gets a number. */
function numberTwins(guards) {
  const seen = new Map()
  return guards.map((guard) => {
    const count = (seen.get(guard.id) ?? 0) + 1
    seen.set(guard.id, count)
    return count === 1 ? guard : { ...guard, id: `${guard.id} (${count})` }
  })
}

function visit(node, parents, enter) {
  if (Array.isArray(node)) return node.forEach((child) => visit(child, parents, enter))
  if (typeof node?.type !== 'string') return
  enter(node, parents)
  const inner = [...parents, node]
  for (const [key, child] of Object.entries(node))
    if (key !== 'parent' && typeof child === 'object') visit(child, inner, enter)
}

function functionName(parents) {
  const named = parents.filter((one) => one.type === 'FunctionDeclaration' || one.type === 'VariableDeclarator')
  return named.at(0)?.id?.name ?? 'file'
}

/** Returns the permission table entry that the surrounding function authorizes, if there is exactly one. */
function actionOf(code, parents) {
  const around = parents.find((one) => one.type === 'FunctionDeclaration')
  const asked = around
    ? [...code.slice(around.start, around.end).matchAll(/authorize\([\w.]+, (\w+), '([\w.]+)'\)/g)]
    : []
  return asked.length === 1 ? `${asked[0][1]} ${asked[0][2]}` : undefined
}

const featureOf = (path) => /^(?:features|packages)\/([^/]+)\//.exec(path)?.[1] ?? 'platform'
const lineOf = (code, offset) => code.slice(0, offset).split('\n').length
