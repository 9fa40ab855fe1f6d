/** Guards that can go without anybody noticing, each with the reason; by id. */
const documented = {
  'features/sign-in/server/passwords/change-password.ts changePassword signedOut: requireUser(ctx.actor)':
    'A stranger was refused one line earlier, in the words of the specification.',
  'features/locations/server/location-scope.ts scopesOf asAdministrator: scopeToMerchant(actor, merchantId)':
    'The ids are the own merchants of the actor: the scope of each is theirs whoever asks.',
  'features/locations/server/get-location.ts getLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The location was found in the scopes of the actor, and with it the merchant.',
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
