import type { DocumentMap, DocumentValue, SourceDocument } from '@quaff/platform/shared/documents/document-values'

const at = (day: number, fraction = '000'): DocumentValue => ({
  $time: new Date(Date.UTC(2024, 0, 1 + day, 8, 30, 15)).toISOString().replace('000Z', `${fraction}Z`),
})
const times = (day: number): DocumentMap => ({ createdAt: at(day, '123456'), updatedAt: at(day + 30) })

/** Returns a merchant with all its subcollections (spec §3). It can be imported unchanged. */
function merchantDocuments(n: number): SourceDocument[] {
  const path = `merchants/m${n}`
  return [
    {
      path,
      data: {
        name: `Café Zürich ${n}`,
        description: 'Coffee\nand more',
        status: 'active',
        needsReview: false,
        ownerId: `u${n}`,
        applicationId: `a${n}`,
        applicationStatus: 'approved',
        contactInfo: { email: `venue${n}@people.test`, phone: '+41 44 000 00 00', businessType: 'cafe', taxId: 'CH-1' },
        address: { line1: 'Seeweg 1', city: 'Zürich', country: 'CH' },
        settings: { isLive: true, allowMultipleLocations: true, requireLocationCheck: false },
        branding: { logoUrl: 'https://pictures.test/l.png', updatedAt: at(n) },
        ratings: [{ stars: 5, by: null }, { stars: 4.5 }],
        ...times(n),
      },
    },
    {
      path: `${path}/locations/l${n}`,
      data: { name: 'Am See', geo: { $geo: [47.36, 8.54 + n] }, hours: { mon: ['08:00', '18:00'] }, ...times(n) },
    },
    { path: `${path}/subscriptionPlans/p${n}`, data: { name: 'Daily Cup', active: true, drinks: 30, ...times(n) } },
    {
      path: `${path}/subscriptionPlans/p${n}/prices/c${n}`,
      data: { amount: 2_900 + n, currency: 'chf', interval: 'month', intervalCount: 1, active: true, ...times(n) },
    },
    {
      path: `${path}/promotions/happy_hour`,
      data: { enabled: false, metadata: null, updatedAt: at(n), updatedBy: { $ref: `users/u${n}` } },
    },
    {
      path: `merchantApplications/a${n}`,
      data: {
        userId: `u${n}`,
        merchantId: `m${n}`,
        status: 'approved',
        business: { name: 'x' },
        settings: {},
        ...times(n),
      },
    },
  ]
}

function personDocuments(n: number): SourceDocument[] {
  const merchantId = `m${n % 30}`
  return [
    {
      path: `users/u${n}`,
      data: {
        email: `person${n}@people.test`,
        displayName: `Jürgen ${n} 👋`,
        role: 'customer',
        status: 'active',
        merchantIds: [],
        lastActive: at(n),
        metadata: { score: n / 8, badge: { $bytes: 'AAEC' }, long: { $int: `92233720368547751${10 + n}` }, empty: {} },
        ...times(n),
      },
    },
    {
      path: `users/u${n}/subscriptions/s${n}`,
      data: {
        merchantId,
        planId: `p${n % 30}`,
        status: 'active',
        amount: 2_900,
        currency: 'chf',
        interval: 'month',
        intervalCount: 1,
        priceDetails: { amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 1 },
        currentPeriodStart: at(n),
        currentPeriodEnd: at(n + 30),
        stripeId: `sub_${n}`,
        ...times(n),
      },
    },
    {
      path: `users/u${n}/redemptions/r${n}`,
      data: { merchantId, locationId: `l${n % 30}`, redeemedAt: at(n, '001'), method: 'barcode', status: 'completed' },
    },
    {
      path: `userActivity/v${n}`,
      data: {
        userId: `u${n}`,
        action: 'login',
        timestamp: at(n),
        details: { device: ['phone', null] },
        userAgent: 'x',
      },
    },
  ]
}

/** Returns 500 documents of all known collections and an unknown one. A few have one error each. */
export function buildCorpus(): SourceDocument[] {
  const people = Array.from({ length: 72 }, (_, n) => personDocuments(n)).flat()
  const venues = Array.from({ length: 30 }, (_, n) => merchantDocuments(n)).flat()
  const others: SourceDocument[] = [
    { path: 'admins/u1', data: { role: 'quaff_admin', updatedAt: at(1) } },
    { path: 'pendingInvitations/u2', data: { role: 'merchant_admin', used: false, createdAt: at(2) } },
    {
      path: 'adminAuditLogs/g1',
      data: { action: 'create_plan', targetType: 'plan', targetId: 'p1', timestamp: at(3) },
    },
    { path: 'locations/top', data: { name: 'Alone', merchantId: 'm1', ...times(1) } },
    { path: 'subscriptions/top', data: { merchantId: 'm1', status: 'unknown', userId: 'u1', ...times(1) } },
    { path: 'redemptions/top', data: { merchantId: 'nowhere', userId: 'u1', redeemedAt: at(1) } },
    { path: 'payouts/x1', data: { amount: 1.5, list: [], none: null } },
    { path: 'merchants/m1/subscriptionPlans/p1/prices/half', data: { amount: 29.99, ...times(1) } },
    { path: 'users/u1/redemptions/never', data: { merchantId: 'm1', redeemedAt: 'yesterday' } },
    { path: 'users/u.mläut', data: { email: 'odd@people.test', displayName: null, ...times(1) } },
    { path: 'merchants/m2/locations/l1', data: { name: 'Same id', ...times(1) } },
  ]
  const rest = 500 - people.length - venues.length - others.length
  const filler = Array.from({ length: rest }, (_, n) => ({
    path: `waitlists/w${n}`,
    data: { n, map: { a: { b: [n] } } },
  }))
  return [...people, ...venues, ...others, ...filler]
}
