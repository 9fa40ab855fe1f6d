import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { affiliateDays, affiliateLinks } from '@quaff/features/affiliates/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { type RedemptionWrite, writeRedemptions } from '@quaff/features/redemptions/server'
import { platformSettings } from '@quaff/features/settings/tables'
import { merchantInvitations } from '@quaff/features/sign-in/tables'
import { signupFormDays, signupForms, signupFormVersions, signupSubmissions } from '@quaff/features/signup-forms/tables'
import { insertCharges, writeSubscriptions } from '@quaff/features/subscriptions/server'
import { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { inTransaction, type Services, type Transaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { type DemoAccount, demoAccounts, setupAccount } from './accounts'
import { createChance } from './chance'
import { planBankAccounts, planPromotions } from './demo-banking'
import { planLocations } from './demo-locations'
import { planMerchants } from './demo-merchants'
import { type DemoUser, planCustomers, planMerchantInvitations, planPeople } from './demo-people'
import { planPlans } from './demo-plans'
import { planApplications, planAudit, planUserActivity } from './demo-records'
import { planRedemptions } from './demo-redemptions'
import { type DemoSubscriptions, planPastCharges, planSubscriptions } from './demo-subscriptions'
import { planAffiliates } from './growth/demo-affiliates'
import { planForms } from './growth/demo-forms'
import { planWaitlists } from './growth/demo-waitlists'
import { payOut, insertAll } from './pay-out'
import { demoPeriods } from './plan-payouts'
import { uploadLogos } from './upload-logos'

export type DemoSizes = { merchants: number; subscriptions: number }
const defaultDemoSizes: DemoSizes = { merchants: 40, subscriptions: 5_000 }

const seed = 20_260_301
const redemptionsPerBatch = 2_000

/**
 * Fills an empty database with plausible data that ends now. The same sizes and time give the same data. One
 * transaction: after a crash the database is empty, and the next start fills it.
 */
export async function seedDemo(
  services: Services,
  sizes: DemoSizes = defaultDemoSizes,
): Promise<{ accounts: readonly DemoAccount[] }> {
  const chance = createChance(seed)
  const now = services.clock.now()
  const venues = planMerchants(chance, now, sizes.merchants)
  const places = planLocations(chance, venues, services.settings.timeZone)
  const plans = planPlans(now, venues)
  const people = planPeople(chance, now, venues, await hashPasswords(services))
  const customers = planCustomers(chance, now, people.users.length + 1, Math.ceil(sizes.subscriptions * 0.6))
  const world = { merchants: venues, plans, customerIds: customers.map(({ id }) => id) }
  const subscriptions = planSubscriptions(chance, now, world, sizes.subscriptions)
  joinBeforeSubscribing(customers, subscriptions)
  const applications = planApplications(now, { merchants: venues, plans, people })
  const applicationOf = new Map(applications.flatMap(({ id, merchantId }) => (merchantId ? [[merchantId, id]] : [])))

  await inTransaction(services, async (tx) => {
    const setupApplication = applications.find(({ userId }) => userId === people.setupUserId)?.id ?? null
    const everybody = [...people.users, ...customers].map((user) =>
      user.id === people.setupUserId ? { ...user, applicationId: setupApplication } : user,
    )
    await insertAll(tx, users, everybody)
    const rows = venues.map(({ sells: _sells, currency: _currency, ...venue }) => ({
      ...venue,
      ownerId: people.ownerOf.get(venue.id) ?? null,
      applicationId: applicationOf.get(venue.id) ?? null,
    }))
    await insertAll(tx, merchants, rows)
    await insertAll(tx, merchantApplications, applications)
    await insertAll(tx, userMerchants, people.merchantsOf)
    await insertAll(tx, adminRecords, people.admins)
    await insertAll(tx, pendingInvitations, people.invitations)
    await insertAll(tx, merchantInvitations, planMerchantInvitations(now, people))
    await insertAll(tx, locations, places)
    // A separate generator, so that a change here does not affect other data.
    const waiting = planWaitlists(createChance(seed + 6), now, places)
    const followed = { merchants: venues, subscriptions, waiting }
    const affiliates = planAffiliates(createChance(seed + 7), now, services.settings.timeZone, followed)
    await insertAll(tx, affiliateLinks, affiliates.links)
    await insertAll(tx, affiliateDays, affiliates.days)
    const { timeZone } = services.settings
    const forms = planForms(createChance(seed + 8), now, {
      timeZone,
      applications,
      administratorId: people.users[0]?.id ?? null,
    })
    await insertAll(tx, signupForms, forms.forms)
    await insertAll(tx, signupFormVersions, forms.versions)
    await insertAll(tx, signupSubmissions, forms.submissions)
    await insertAll(tx, signupFormDays, forms.days)
    await insertAll(tx, waitlists, waiting.lists)
    await insertAll(tx, waitlistEntries, waiting.entries)
    await insertAll(
      tx,
      subscriptionPlans,
      plans.map(({ prices: _prices, weight: _weight, ...plan }) => plan),
    )
    await insertAll(
      tx,
      planPrices,
      plans.flatMap(({ prices }) => prices),
    )
    const banks = planBankAccounts(services.fieldCipher, venues)
    await insertAll(tx, merchantBankAccounts, banks)
    await insertAll(tx, merchantPromotions, planPromotions(now, venues, people.users[0]?.id ?? null))
    await insertAll(tx, userActivity, planUserActivity(chance, now, people.users))
    await tx.insert(platformSettings).values({ key: 'supportAddress', value: 'support@quaff.test', updatedAt: now })
    // The start and the later change are written in order, so that counters know the history.
    await writeSubscriptions(services, tx, subscriptions.begun)
    await writeSubscriptions(services, tx, subscriptions.changed)
    const since = demoPeriods(timeZone, now).at(-1)?.start ?? now
    await insertCharges(tx, planPastCharges(subscriptions, since))
    const traded = { merchants: venues, locations: places, subscriptions }
    await writeInBatches(services, tx, planRedemptions(chance, now, services.settings.timeZone, traded))
    const payouts = await payOut(services, tx, {
      merchants: venues,
      banks,
      administratorId: people.users[0]?.id ?? null,
    })
    await insertAll(tx, adminAuditLogs, planAudit(now, { merchants: venues, plans, people, payouts }))
  })
  await uploadLogos(services, { merchants: venues, people })
  return { accounts: demoAccounts }
}

async function writeInBatches(services: Services, tx: Transaction, days: Iterable<readonly RedemptionWrite[]>) {
  let batch: RedemptionWrite[] = []
  for (const day of days) {
    batch.push(...day)
    if (batch.length < redemptionsPerBatch) continue
    await writeRedemptions(services, tx, batch)
    batch = []
  }
  await writeRedemptions(services, tx, batch)
}

async function hashPasswords({ passwords }: Services) {
  const accounts = [...demoAccounts, setupAccount]
  const hashes = await Promise.all(
    accounts.map(async ({ email, password }) => [email, await passwords.hash(password)] as const),
  )
  return new Map(hashes)
}

/** Customers must join before they subscribe. */
function joinBeforeSubscribing(customers: readonly DemoUser[], { begun }: DemoSubscriptions) {
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  for (const { userId, createdAt } of begun) {
    const customer = byId.get(userId)
    if (customer && createdAt < customer.createdAt)
      customer.createdAt = customer.updatedAt = new Date(createdAt.getTime() - 180_000)
  }
}
