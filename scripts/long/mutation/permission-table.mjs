const consoleRoles = ['quaff_admin', 'merchant_owner', 'merchant_viewer']
const invitableRoles = [...consoleRoles, 'customer']

/**
 * A row `action: [roles]` becomes a getter, since the table is written before any test begins. One guard per role: whoever
 * is not in the list is added, whoever is in it is left out.
 */
export function rolesOf(code, node, parents, table) {
  if (node.type !== 'Property' || node.value.type !== 'ArrayExpression') return []
  const action = node.key.value ?? node.key.name
  const listed = node.value.elements.map((element) => element.value)
  // A table by action names who may call it, and customers get no session; one by role names whom they may make.
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
