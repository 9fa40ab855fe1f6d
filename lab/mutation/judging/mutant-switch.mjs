const administrator = 'quaff_admin'
const everyRole = new Proxy({}, { get: () => ({ includes: () => true }) })

/** Called by instrumented code: disables at most one guard and records each that is passed in `reached`. */
export function createSwitch() {
  const state = { active: null, reached: new Set() }
  const isOff = (id) => {
    state.reached.add(id)
    return state.active === id
  }
  const swap = (open) => (id, gate) => (isOff(id) ? (...args) => open(gate, ...args) : gate)
  return Object.assign(state, {
    always: (id, value) => (isOff(id) ? true : value),
    never: (id, value) => (isOff(id) ? false : value),
    anyRole: swap((gate, actor, _table, action) => gate(actor, everyRole, action)),
    signedOut: swap((_gate, actor) => actor),
    notEnrolled: swap((gate, actor) => gate({ ...actor, mustEnrol: undefined })),
    longAgo: swap((gate, ctx, ...rest) =>
      gate({ ...ctx, actor: { ...ctx.actor, authenticatedAt: new Date(8.64e15) } }, ...rest),
    ),
    everyRow: swap((gate, _scope, column) => gate({ all: true }, column)),
    asAdministrator: swap((gate, actor, ...rest) => gate({ ...actor, role: administrator }, ...rest)),
    roles(base, listed, universe) {
      for (const role of universe) {
        if (listed.includes(role) && isOff(`${base} -${role}`)) return listed.filter((one) => one !== role)
        if (!listed.includes(role) && isOff(`${base} +${role}`)) return [...listed, role]
      }
      return listed
    },
  })
}
