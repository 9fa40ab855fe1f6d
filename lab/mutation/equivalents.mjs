const choosesIndex = 'It chooses the index that is read along; which rows, the scope in the condition says by itself.'

/** Guards that no test can miss, with the reason; by key. */
const documented = {
  'sign-in changePassword signedOut: requireUser(ctx.actor)':
    'A stranger was refused one line earlier, in the words of the specification.',
  'locations scopesOf asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'locations duplicateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'locations removeLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'locations updateLocation asAdministrator: scopeToMerchant(actor, merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor, or is an own one.',
  'plans setPlanActive asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'plans updatePlan asAdministrator: scopeToMerchant(actor, merchantId)':
    'The same merchant passed the same scope before the change that this reads back.',
  'merchants takeStep asAdministrator: scopeToMerchant(authorize(ctx.actor, merchantPermissions, `merchant.${action}`), input.merchantId)':
    onlyFor('merchantPermissions', 'merchant.decline', 'merchant.suspend', 'merchant.archive', 'merchant.restore'),
  'merchants reviewEach asAdministrator: merchantScope(authorize(ctx.actor, merchantPermissions, action))': onlyFor(
    'merchantPermissions',
    'merchant.approve',
    'merchant.review',
  ),
  'users changeStatus asAdministrator: merchantScope(actor)': onlyFor(
    'userPermissions',
    'user.suspend',
    'user.reactivate',
  ),
  'users correct asAdministrator: merchantScope(actor)': onlyFor('userPermissions', 'user.updatePerson'),
  'users mailReset asAdministrator: merchantScope(actor)': onlyFor('userPermissions', 'user.sendPasswordReset'),
  'users lockTarget noRefusal: !details':
    'The same row was locked two statements earlier, and this reads it by its id alone.',
  'onboarding requestApproval noRefusal: !venue.merchant':
    'Without a merchant the verdict in front of it is a refusal already, with the same reason.',
  'merchants approveInTransaction noRefusal: !figures': 'The same row was locked in the statement before.',
  'redemptions voidRedemption noRefusal: !voided':
    'The same row was locked and written a few statements earlier, in the same transaction.',
  'api-keys readKey asAdministrator: merchantScope(actor)': onlyFor('keyPermissions', 'key.list', 'key.change'),
  'webhooks readEndpoint asAdministrator: merchantScope(actor)': onlyFor(
    'webhookPermissions',
    'webhook.list',
    'webhook.change',
  ),
  'webhooks checkWanted asAdministrator: merchantScope(actor)': onlyFor('webhookPermissions', 'webhook.change'),
  "webhooks replayDelivery anyRole: authorize(ctx.actor, webhookPermissions, 'webhook.change')": behind(
    'webhookPermissions',
    'webhook.list',
  ),
  "promotions changePromotion anyRole: authorize(ctx.actor, promotionPermissions, 'promotion.write')":
    'Both verbs that call it have asked for the same action.',
  "promotions setEnabled anyRole: authorize(ctx.actor, promotionPermissions, 'promotion.write')":
    'The verb that it calls asks for the same action, before anything else.',
  'locations updateLocation noRefusal: !(await updateLocationRow(tx, merchant, stored, change))':
    'Both verbs that write a location, and the deletion of its merchant, hold the lock under which its version was compared.',
  'users makeVenueOwner asAdministrator: merchantScope(actor)': {
    rows: [
      ...onlyFor('signupPermissions', 'signup.decide').rows,
      ...onlyFor('signupFormPermissions', 'submission.decide').rows,
    ],
  },
  'users inviteVenueOwner asAdministrator: merchantScope(actor)': onlyFor('signupFormPermissions', 'submission.decide'),
  'analytics openScope asAdministrator: scopeToMerchant(actor, planMerchantId)':
    'The merchant is that of a plan which was found in the scope of the actor.',
  'payouts generateFor asAdministrator: scopeToMerchant(generation.actor, merchantId)': onlyFor(
    'payoutPermissions',
    'payout.manage',
  ),
  'payouts lockForAction asAdministrator: merchantScope(actor)': onlyFor('payoutPermissions', 'payout.manage'),
  'payouts lockPayout noRefusal: !payout':
    'Gone only between two statements: the races on PostgreSQL meet it, where transactions run side by side.',
  "waitlists exportEntries anyRole: authorize(ctx.actor, waitlistPermissions, 'waitlist.export')": behind(
    'waitlistPermissions',
    'waitlist.view',
  ),
  "waitlists previewImport anyRole: authorize(ctx.actor, waitlistPermissions, 'waitlist.import')": behind(
    'waitlistPermissions',
    'waitlist.view',
  ),
  'locations getLocation asAdministrator: scopeToMerchant(actor, location.merchantId)':
    'The merchant comes from a row that was found in the scopes of the actor.',
  'redemptions voidRedemption asAdministrator: scopeToMerchant(actor, found.merchantId)':
    'The merchant is that of a redemption which was found in the scope of the actor.',
  'redemptions voidRedemption noRefusal: !redemption':
    'The same row was found in the same scope a few statements earlier, and is missing only if an import is undone at the same time.',
  'onboarding lockVenue noRefusal: !application':
    'The same row was found in the statement before, and is missing only if an erasure runs at the same time.',
  'onboarding saveSettings noRefusal: !venue.merchant':
    'The check in front of it has refused a venue without a merchant; this one tells the compiler.',
  'plans getPlan noRefusal: merchantId === undefined':
    'Only administrators have a scope without a merchant, and the next read refuses them for the same reason.',
  'locations updateLocation noRefusal: !stored':
    'The same row was found two statements earlier, and is missing only if someone removes it during the wait for the lock.',
  'payments retryEvent noRefusal: !settled':
    'Settled only between two statements: on PostgreSQL the test of two at the same time meets it.',
  'payments dismissEvent noRefusal: !event':
    'Settled only between two statements: on PostgreSQL the test of two at the same time meets it.',
  'branding readArea noRefusal: !formats.some((existing) => existing === format) || format !== formatOf(bytes)':
    'The decoder knows a file by the same first bytes as the look in front of it; it holds should the decoder learn other ways.',
  'imports file noRefusal: !isRefusal(error)':
    'No file makes the drawing fail with anything but a refusal; what else fails is the machine’s.',
  'sign-in openFor noRefusal: !account': 'Without an account the verdict in front of it is a refusal already.',
  'webhooks replayDelivery noRefusal: !delivery':
    'The same delivery was read a statement earlier, and is missing only if old ones are pruned at the same time.',
  'firestore-export nextByte noRefusal: byte === undefined':
    'Past the end each byte reads as one that has another behind it, and the tenth is refused by the same words.',
  'promotions countDrinks everyRow: scopeWhere(scope, redemptions.merchantId)':
    'Counts at one merchant, which `findVenue` has found in the same scope.',
  "users eraseAccount anyRole: authorize(ctx.actor, userPermissions, 'user.erase')":
    'The verb that calls it has asked for the same action.',
  'subscriptions changeEnding asAdministrator: merchantScope(actor)': onlyFor(
    'subscriptionPermissions',
    'subscription.cancel',
  ),
  'payments listUnmatchedRows everyRow: scopeWhere(scope, merchants.id)': onlyFor('paymentPermissions', 'payment.read'),
  'users takeAway asAdministrator: merchantScope(actor)': onlyFor(
    'userPermissions',
    'user.removeSecondFactor',
    'user.removePasskeys',
    'user.unlinkSingleSignOn',
  ),
  'users approveRegistrationIn asAdministrator: merchantScope(actor)': {
    rows: [
      ...onlyFor('userPermissions', 'user.approve').rows,
      ...onlyFor('signupPermissions', 'signup.decide').rows,
      ...onlyFor('signupFormPermissions', 'submission.decide').rows,
    ],
  },
  'users rejectRegistrationIn asAdministrator: merchantScope(actor)': {
    rows: [...onlyFor('userPermissions', 'user.reject').rows, ...onlyFor('signupPermissions', 'signup.decide').rows],
  },
  'users mailWayIn asAdministrator: merchantScope(actor)': onlyFor('importPermissions', 'import.run'),
  'users mailMovedIn asAdministrator: merchantScope(actor)': onlyFor('importPermissions', 'import.run'),
  'redemptions isOfOne everyScope: scope.all': choosesIndex,
  'read-api readPage everyScope: scope.all': choosesIndex,
  'read-api readPage everyScope: scope.all (2)': choosesIndex,
  'read-api isOfOne everyScope: scope.all': choosesIndex,
}

/**
 * An administrator's scope is unlimited, so accepting any actor as one changes nothing while only administrators get
 * there.
 */
function onlyFor(table, ...actions) {
  return { rows: actions.map((action) => `${table} ${action}`) }
}

/** The next statement requires this action, which refuses the same callers while it is for administrators. */
function behind(table, action) {
  return { rows: [`${table} ${action}`] }
}

/**
 * The ids of all such guards. Throws for an excuse whose guard is no more, as it would hide the next one of that name, and for
 * one that fits guards of two files.
 */
export function findEquivalents(mutants, excuses = documented) {
  const known = new Set(mutants.map(({ id }) => id))
  const keys = new Set(mutants.map(({ key }) => key))
  const gone = Object.keys(excuses).filter((key) => !keys.has(key))
  if (gone.length > 0) throw new Error(`equivalents.mjs names unknown guards:\n${gone.join('\n')}`)
  const twice = Object.keys(excuses).filter((key) => mutants.filter((one) => one.key === key).length > 1)
  if (twice.length > 0) throw new Error(`equivalents.mjs excuses more than one guard by:\n${twice.join('\n')}`)
  const holds = (key) => key in excuses && (excuses[key].rows ?? []).every((row) => isForAdministrators(known, row))
  const isExcused = ({ key, action }) => holds(key) || (action !== undefined && isForAdministrators(known, action))
  return new Set(mutants.filter(isExcused).map(({ id }) => id))
}

/** Checks a row of a permission table. */
function isForAdministrators(known, row) {
  return known.has(`${row} +merchant_owner`) && known.has(`${row} +merchant_viewer`)
}
