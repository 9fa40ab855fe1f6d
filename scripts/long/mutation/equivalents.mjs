/** Guards that can go without anybody noticing, each with the reason; by id. */
const documented = {
  'features/sign-in/server/passwords/change-password.ts changePassword signedOut: requireUser(ctx.actor)':
    'A stranger was refused one line earlier, in the words of the specification.',
  'features/locations/server/location-store.ts scopesOf asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/get-location.ts getLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/duplicate-location.ts duplicateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/remove-location.ts removeLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/locations/server/change/update-location.ts updateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'features/plans/server/changes/set-plan-active.ts setPlanActive asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/plans/server/changes/update-plan.ts updatePlan asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'features/merchants/server/lifecycle/stop-merchant.ts takeStep asAdministrator: scopeToMerchant(authorize(ctx.actor, merchantPermissions, `merchant.${action}`), input.merchantId)':
    onlyFor('merchantPermissions', 'merchant.decline', 'merchant.suspend', 'merchant.archive', 'merchant.restore'),
  'features/merchants/server/review/review-many.ts forEach asAdministrator: merchantScope(authorize(ctx.actor, merchantPermissions, action))':
    onlyFor('merchantPermissions', 'merchant.approve', 'merchant.review'),
  'features/users/server/access/change-status.ts changeStatus asAdministrator: merchantScope(actor)': onlyFor(
    'userPermissions',
    'user.suspend',
    'user.reactivate',
  ),
  'features/users/server/profile/update-person.ts correct asAdministrator: merchantScope(actor)': onlyFor(
    'userPermissions',
    'user.updatePerson',
  ),
  'features/users/server/invitations/send-password-reset-to.ts mailReset asAdministrator: merchantScope(actor)':
    onlyFor('userPermissions', 'user.sendPasswordReset'),
  'features/users/server/access/target-person.ts lockTarget noRefusal: !facts':
    'The same row was locked two statements earlier, and this reads it by its id alone.',
  'features/onboarding/server/request-approval.ts requestApproval noRefusal: !venue.merchant':
    'Without a merchant the verdict in front of it is a refusal already, with the same reason.',
  "features/promotions/server/change/set-enabled.ts setEnabled anyRole: authorize(ctx.actor, promotionPermissions, 'promotion.write')":
    'The verb that it calls asks for the same action, before anything else.',
  'features/locations/server/change/update-location.ts updateLocation noRefusal: !(await updateLocationRow(tx, stored, { name, fields, updatedAt: ctx.clock.now() }))':
    'Both verbs that write a location, and the deletion of its merchant, hold the lock under which its version was compared.',
  'features/analytics/server/range/open-range.ts openScope asAdministrator: scopeToMerchant(actor, planMerchantId)':
    'The merchant is that of a plan which was found in the scope of the actor.',
  'features/payouts/server/generation/generate-payouts.ts generateFor asAdministrator: merchantScope(generation.actor)':
    onlyFor('payoutPermissions', 'payout.manage'),
  'features/payouts/server/progress/change-payout.ts lockForAction asAdministrator: merchantScope(actor)': onlyFor(
    'payoutPermissions',
    'payout.manage',
  ),
  'features/payouts/server/payouts-store.ts findMerchantIdOfPayout everyRow: scopeWhere(scope, payouts.merchantId)':
    'The merchant that it leads to is locked through the same scope by the next statement.',
  'features/payouts/server/payouts-store.ts lockPayout noRefusal: !payout':
    'Gone only between two statements: the races on PostgreSQL meet it, where transactions run side by side.',
  "features/waitlists/server/export/export-entries.ts exportEntries anyRole: authorize(ctx.actor, waitlistPermissions, 'waitlist.export')":
    behind('waitlistPermissions', 'waitlist.view'),
  "features/waitlists/server/import/preview-import.ts previewImport anyRole: authorize(ctx.actor, waitlistPermissions, 'waitlist.import')":
    behind('waitlistPermissions', 'waitlist.view'),
}

/** An administrator's scope is everything, so that taking the actor for one changes nothing as long as nobody else gets there. */
function onlyFor(table, ...actions) {
  return { rows: actions.map((action) => `${table} ${action}`) }
}

/** The next statement asks for this action, and as long as it is the administrators' too, it refuses the same people. */
function behind(table, action) {
  return { rows: [`${table} ${action}`] }
}

/** The ids of all such guards. Throws for an excuse whose guard is no more: it would hide the next one of that name. */
export function findEquivalents(mutants, excuses = documented) {
  const known = new Set(mutants.map(({ id }) => id))
  const gone = Object.keys(excuses).filter((id) => !known.has(id))
  if (gone.length > 0) throw new Error(`equivalents.mjs names guards that do not exist:\n${gone.join('\n')}`)
  const valid = Object.keys(excuses).filter((id) =>
    (excuses[id].rows ?? []).every((row) => isForAdministrators(known, row)),
  )
  const byRule = mutants.filter(({ action }) => action && isForAdministrators(known, action)).map(({ id }) => id)
  return new Set([...valid, ...byRule])
}

/** Of a row of a permission table. */
function isForAdministrators(known, row) {
  return known.has(`${row} +merchant_owner`) && known.has(`${row} +merchant_viewer`)
}
