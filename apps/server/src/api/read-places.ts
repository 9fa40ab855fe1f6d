import type { Meta, ProcedureClientInterceptorOptions } from '@orpc/server'
import { type Context, DatabaseAway } from '@quaff/platform/server'

/**
 * Read-only procedures that a replica may answer once it has replayed all commits from before the call. Without a
 * primary a replica may lack its last five seconds for a short time; all other procedures then fail.
 */
const elsewhere = new Set([
  ...of('activity', 'merchantAudit ofUser recent'),
  ...of('affiliates', 'list totals get days check'),
  ...of('analytics', 'overview heat drinks cohorts planRevenue topMerchants churn movement cancellations startDates'),
  ...of('analytics', 'bridge bridgeRows'),
  ...of('banking', 'get onFile'),
  ...of('branding', 'get'),
  ...of('dashboard', 'metrics quickActions firstSteps merchantOverview'),
  ...of('imports', 'list get problems team'),
  ...of('locations', 'find list overview get getOfMerchant'),
  ...of('merchants', 'list counts get impact reviewQueue lastAnswer options'),
  ...of('notifications', 'waiting preferences'),
  ...of('onboarding', 'state'),
  ...of('payments', 'state unmatched'),
  ...of('payouts', 'periods preview list counts run get renewals redemptions summary bankFileFit'),
  ...of('personalData', 'keptFigures'),
  ...of('plans', 'find list get getOfMerchant subscribers'),
  ...of('promotions', 'catalogue listForPromotion listForMerchant'),
  ...of('redemptions', 'ofUser live list get options counts today explainCustomer getCustomer'),
  ...of('redemptions', 'hourInsights locationInsights planInsights idleSubscribers heavyUsers'),
  ...of('refunds', 'list'),
  ...of('settings', 'platform public mailTemplates mailPreview auditLog auditEntry auditOptions'),
  ...of('signup', 'open list get ofMerchant'),
  ...of('signupForms', 'list get versions publishedVersion funnel submissions submissionCounts submission'),
  ...of('sources', 'list'),
  ...of('subscriptions', 'subscribersRaw recent list counts byPlan get ofUser planStats stats growth'),
  ...of('users', 'list listIds listSelected listInvitations get stats'),
  ...of('waitlists', 'list entries sources entry previewNext demand openJoinPage'),
  ...of('webhooks', 'list get deliveries delivery'),
])

/** Session and rights: from a replica only while there is no primary. The console cannot start without them. */
const onlyAlone = new Set(of('sessions', 'current'))

/** Reads that use the primary, each with the reason. */
export const keptWithPrimary: Readonly<Record<string, string>> = {
  'sessions.list': 'the list of sessions must be complete',
  'sessions.live': 'reports what the primary commits',
  'signIn.secondFactor': 'part of signing in',
  'signIn.singleSignOn': 'part of signing in',
  'signIn.passkeys': 'part of signing in',
  'users.previewInvitation': 'part of signing in: whether a link is still valid',
  'redemptions.findCustomers': 'counts the codes that a person tries',
  'apiKeys.list': 'permissions of API keys',
  'apiKeys.get': 'permissions of API keys',
  'settings.verifyAudit': 'verifies the rows of the primary',
}

export type ReadPlace = 'elsewhere' | 'onlyAlone' | 'primary'

export function readPlaceOf(procedure: string): ReadPlace {
  if (elsewhere.has(procedure)) return 'elsewhere'
  return onlyAlone.has(procedure) ? 'onlyAlone' : 'primary'
}

export const namedProcedures: readonly string[] = [...elsewhere, ...onlyAlone]

function of(feature: string, names: string): string[] {
  return names.split(' ').map((name) => `${feature}.${name}`)
}

type Call<C extends Context> = ProcedureClientInterceptorOptions<C, Record<never, never>, Meta> & {
  next(call?: ProcedureClientInterceptorOptions<C, Record<never, never>, Meta>): Promise<unknown>
}

/** A replica for what is declared to bear one. Without a primary nothing else is answered. */
export async function chooseDatabase<C extends Context>(call: Call<C>): Promise<unknown> {
  const { context, next } = call
  const { replicas } = context
  const place = readPlaceOf(call.path.join('.'))
  if (context.isAlone) return place === 'primary' ? refuse() : next().catch(refuseWrite)
  if (place !== 'elsewhere' || !replicas) return next()
  const db = await replicas.openReader()
  return next({ ...call, context: { ...context, db, primary: context.db } })
}

function refuse(): never {
  throw new DatabaseAway()
}

const readOnlyError = '25006'

/** A look that has to write something down first, such as figures that have become too old. */
function refuseWrite(error: unknown): never {
  if (error instanceof Error && error.cause instanceof Error && Reflect.get(error.cause, 'code') === readOnlyError)
    throw new DatabaseAway()
  throw error
}
