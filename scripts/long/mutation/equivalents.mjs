/** Guards that can go without anybody noticing, each with the reason; by id. */
const documented = {
  'features/sign-in/server/passwords/change-password.ts changePassword signedOut: requireUser(ctx.actor)':
    'A stranger was refused one line earlier, in the words of the specification.',
  'features/locations/server/location-scope.ts scopesOf asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/get-location.ts getLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/duplicate-location.ts duplicateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/remove-location.ts removeLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/update-location.ts updateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/plans/server/changes/create-plan.ts createPlan asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/plans/server/changes/duplicate-plan.ts duplicatePlan asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/plans/server/changes/set-plan-active.ts setPlanActive asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/plans/server/changes/update-plan.ts updatePlan asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/merchants/server/lifecycle/stop-merchant.ts takeStep asAdministrator: scopeToMerchant(authorize(ctx.actor, merchantPermissions, `merchant.${action}`), input.merchantId)':
    'Only administrators have any of the actions that it stands for.',
  'features/merchants/server/review/review-many.ts forEach asAdministrator: merchantScope(authorize(ctx.actor, merchantPermissions, action))':
    'Only administrators have any of the actions that it stands for.',
  "features/promotions/server/change/set-enabled.ts setEnabled anyRole: authorize(ctx.actor, promotionPermissions, 'promotion.write')":
    'The verb that it calls asks for the same action.',
  'features/merchants/server/record/merchant-record-store.ts updateMerchantRow noRefusal: !updated':
    'The version was compared under a lock that is still held.',
  'features/locations/server/change/update-location.ts updateLocation noRefusal: !(await updateLocationRow(tx, stored, { name, fields, updatedAt: ctx.clock.now() }))':
    'The version was compared under a lock that is still held.',
}

/** The ids of all such guards. Throws for an excuse whose guard is no more: it would hide the next one of that name. */
export function findEquivalents(mutants, excuses = documented) {
  const known = new Set(mutants.map(({ id }) => id))
  const gone = Object.keys(excuses).filter((id) => !known.has(id))
  if (gone.length > 0) throw new Error(`equivalents.mjs names guards that do not exist:\n${gone.join('\n')}`)
  const byRule = mutants.filter(({ action }) => action && isForAdministrators(known, action)).map(({ id }) => id)
  return new Set([...Object.keys(excuses), ...byRule])
}

/** Where only administrators pass the gate, whose scope is everything, taking the actor for one changes nothing. */
function isForAdministrators(known, action) {
  return known.has(`${action} +merchant_owner`) && known.has(`${action} +merchant_viewer`)
}
