import { and, sql } from 'drizzle-orm'
import { readHours } from '@quaff/features/locations/hours-rules'
import {
  readAddress,
  readClosures,
  readCoordinates,
  readRadius,
  readText,
  readTimeZone,
} from '@quaff/features/locations/rules'
import { locations } from '@quaff/features/locations/tables'
import { logoOf } from '@quaff/features/merchants/rules'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { inText, type Queryable } from '@quaff/platform/server'
import { iso, type ReadDetails, type ReadPage, rowsOf, type Source } from './source-store'

export const merchantSource: Source<'merchants'> = {
  id: sql`${merchants.id}`,
  merchantId: merchants.id,
  from: sql`${merchants}`,
  key: sql`${merchants.id}`,
  listed: () => ({ key: { kind: 'instant', expression: sql`${merchants.createdAt}` }, order: 'desc' }),
  changed: () => ({ key: { kind: 'instant', expression: sql`${merchants.updatedAt}` }, order: 'asc' }),
  read: readMerchants,
}

async function readMerchants(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { id, name, description, status, isLive, businessType, website, address, createdAt, updatedAt } = merchants
  const { logoUrl, brandingLogoUrl, brandingLogoMarkUrl } = merchants
  const details = { id, name, description, status, isLive, businessType, website, address, createdAt, updatedAt }
  const rows = await db
    .select({ ...details, logo: { logoUrl, brandingLogoUrl, brandingLogoMarkUrl }, sortValue })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, logo, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      name: row.name,
      description: row.description,
      status: row.status,
      isLive: row.isLive,
      businessType: row.businessType,
      website: row.website,
      logoUrl: logoOf(logo),
      address: wholeAddress(row.address),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    },
  }))
}

export const locationSource: Source<'locations'> = {
  ...rowsOf(locations),
  listed: () => ({ key: { kind: 'instant', expression: sql`${locations.createdAt}` }, order: 'desc' }),
  read: readLocations,
}

async function readLocations(
  db: Queryable,
  scope: MerchantScope,
  { where, orderBy, sortValue, limit }: ReadPage,
  { timeZone }: ReadDetails,
) {
  const { id, merchantId, name, fields, createdAt, updatedAt } = locations
  const rows = await db
    .select({ id, merchantId, name, fields, createdAt, updatedAt, sortValue })
    .from(locations)
    .where(and(scopeWhere(scope, locations.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map((row) => ({
    id: row.id,
    sortValue: row.sortValue,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      name: row.name,
      address: wholeAddress(row.fields['address']),
      phone: readText(row.fields['phone']),
      timeZone: readTimeZone(row.fields['timeZone']) ?? timeZone,
      hours: readHours(row.fields['hours']).week,
      closures: readClosures(row.fields['closures']).map(({ from, to }) => ({ from, to })),
      coordinates: readCoordinates(row.fields['coordinates']),
      geofenceRadiusMeters: readRadius(row.fields['geofenceRadiusMeters']),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    },
  }))
}

function wholeAddress(stored: unknown) {
  const { line1, line2, city, region, postalCode, country } = readAddress(stored)
  return {
    line1: line1 ?? null,
    line2: line2 ?? null,
    city: city ?? null,
    region: region ?? null,
    postalCode: postalCode ?? null,
    country: country ?? null,
  }
}
