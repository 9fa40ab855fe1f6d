/** Gates by name, and the ways in which each can be left open. */
const gates = {
  authorize: ['anyRole'],
  requireUser: ['signedOut', 'notEnrolled'],
  requireSignedIn: ['signedOut'],
  requireRecentSignIn: ['longAgo'],
  scopeWhere: ['everyRow'],
  merchantScope: ['asAdministrator'],
  scopeToMerchant: ['asAdministrator'],
}

/** A call of a gate: the function is swapped for one that lets more pass. */
export function describeCall(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return []
  return (Object.hasOwn(gates, node.callee.name) ? gates[node.callee.name] : []).map((opening) => ({
    kind: opening,
    target: node,
    end: node.callee.end,
    method: opening,
  }))
}

/** `scope.all` decides in many places whether rows are filtered at all. */
export function describeMember(node, parents) {
  const isScope = node.type === 'MemberExpression' && node.object.name === 'scope' && node.property.name === 'all'
  if (!isScope || parents.at(-1)?.type === 'AssignmentExpression') return []
  return [{ kind: 'everyScope', target: node, method: 'always' }]
}

/** `if (…) throw …` in the server: never thrown. */
export function describeRefusal(node) {
  if (node.type !== 'IfStatement' || !isThrow(node.consequent)) return []
  return [{ kind: 'noRefusal', target: node.test, method: 'never' }]
}

/** `if (…) return { ok: false … }` and its short forms in the rules: always allowed. */
export function describeVerdict(node) {
  if (node.type === 'IfStatement' && isReturnedRefusal(node.consequent))
    return [{ kind: 'noVerdict', target: node.test, method: 'never' }]
  if (node.type !== 'ConditionalExpression') return []
  if (isRefusal(node.consequent)) return [{ kind: 'noVerdict', target: node.test, method: 'never' }]
  return isRefusal(node.alternate) ? [{ kind: 'noVerdict', target: node.test, method: 'always' }] : []
}

/** `role === adminRole`: treats the caller as an administrator. */
export function describeRoleCheck(node) {
  if (node.type !== 'BinaryExpression' || node.right.name !== 'adminRole') return []
  if (node.operator === '===') return [{ kind: 'administrator', target: node, method: 'always' }]
  return node.operator === '!==' ? [{ kind: 'administrator', target: node, method: 'never' }] : []
}

/** A plain `Error` reports a bug and denies no one. */
const isThrow = (node) =>
  (node.type === 'ThrowStatement' && node.argument.callee?.name !== 'Error') ||
  (node.type === 'BlockStatement' && node.body.length === 1 && isThrow(node.body[0]))

const isReturnedRefusal = (node) =>
  (node.type === 'ReturnStatement' && isRefusal(node.argument)) ||
  (node.type === 'BlockStatement' && node.body.length === 1 && isReturnedRefusal(node.body[0]))

function isRefusal(node) {
  if (node?.type === 'TSAsExpression' || node?.type === 'ParenthesizedExpression') return isRefusal(node.expression)
  if (node?.type === 'CallExpression') return node.callee.name === 'refuse'
  if (node?.type !== 'ObjectExpression') return false
  return node.properties.some((one) => one.key?.name === 'ok' && one.value.value === false)
}
const consoleRoles = ['quaff_admin', 'merchant_owner', 'merchant_viewer']
const invitableRoles = [...consoleRoles, 'customer']

/**
 * A row `action: [roles]` becomes a getter, because the table exists before any test begins. One guard per role:
 * absent roles are added, listed ones removed.
 */
export function rolesOf(code, node, parents, table) {
  if (node.type !== 'Property' || node.value.type !== 'ArrayExpression') return []
  const action = node.key.value ?? node.key.name
  const listed = node.value.elements.map((element) => (element.name === 'adminRole' ? consoleRoles[0] : element.value))
  // A table by action lists who may call it (customers have no session); one by role lists whom they may create.
  const universe = String(action).includes('.') ? consoleRoles : invitableRoles
  const base = `${table} ${action}`
  const edits = [
    { start: node.key.start, end: node.key.start, replacement: 'get ' },
    {
      start: node.key.end,
      end: node.value.start,
      replacement: `() { return __mutants.roles(${JSON.stringify(base)}, `,
    },
    { start: node.value.end, end: node.value.end, replacement: `, ${JSON.stringify(universe)}) }` },
  ]
  return universe.map((role, index) => ({
    kind: listed.includes(role) ? 'roleLost' : 'roleAdded',
    start: node.start,
    id: `${base} ${listed.includes(role) ? '-' : '+'}${role}`,
    // One getter serves all roles of the row.
    edits: index === 0 ? edits : [],
  }))
}
