import { readTimeZone } from '@quaff/features/locations/rules'
import { type DocumentMap, type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  type DocumentReading,
  idOf,
} from '@quaff/platform/shared/documents/read-fields'
import { applicationStatuses, merchantStatuses } from '../contract'
import type { MerchantAddress, merchantApplications, merchants } from './tables'

type MerchantDocumentRow = typeof merchants.$inferInsert

/** `merchants/{id}` of spec §3, except `banking`, which the banking feature reads. */
export function readMerchantDocument(document: SourceDocument): DocumentReading<MerchantDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const contact = fields.map('contactInfo')
  const settings = fields.map('settings')
  const branding = fields.map('branding')
  const name = fields.line('name') ?? contact.line('businessName')
  if (!name) fields.tell('name', 'missing', 'changed')
  const status = fields.word('status', merchantStatuses, 'changed')
  // Marks the field as read, so that it is not stored with the unread fields: it may hold formerly encrypted data.
  fields.raw('banking')
  const row: MerchantDocumentRow = {
    id: idOf(document),
    name: name || 'Unknown Merchant',
    description: fields.text('description'),
    // An unknown status must not open a merchant.
    status: status ?? (fields.has('status') ? 'archived' : 'pending_review'),
    statusChangedAt: updatedAt,
    needsReview: fields.flag('needsReview') ?? false,
    ownerId: fields.id('ownerId'),
    applicationId: fields.id('applicationId'),
    applicationStatus: fields.word('applicationStatus', applicationStatuses, 'changed'),
    contactEmail: contact.line('email'),
    contactPhone: contact.line('phone'),
    website: contact.line('website'),
    businessType: contact.line('businessType'),
    businessName: contact.line('businessName'),
    taxId: contact.line('taxId'),
    address: readAddress(fields),
    isLive: settings.flag('isLive') ?? false,
    allowMultipleLocations: settings.flag('allowMultipleLocations') ?? true,
    requireLocationCheck: settings.flag('requireLocationCheck') ?? false,
    timeZone: readZone(settings),
    logoUrl: fields.line('logoUrl'),
    brandingLogoUrl: branding.line('logoUrl'),
    brandingLogoMarkUrl: branding.line('logoMarkUrl'),
    brandingUpdatedAt: branding.time('updatedAt'),
    createdAt,
    updatedAt,
  }
  return fields.reading(row)
}

/** The zone of its figures. An unknown one is left to its locations. */
function readZone(settings: FieldReader) {
  const zone = settings.line('timeZone')
  if (!zone) return null
  return readTimeZone(zone) ?? settings.tell('timeZone', 'unknown_word', 'changed')
}

const addressNames = {
  line1: ['line1', 'street', 'street1', 'address1'],
  line2: ['line2', 'street2', 'address2'],
  city: ['city'],
  region: ['region', 'state'],
  postalCode: ['postalCode', 'zip', 'zipCode'],
  country: ['country'],
} as const satisfies Record<keyof MerchantAddress, readonly string[]>

/** A map of parts, or one text, which becomes the first line. */
function readAddress(fields: FieldReader): MerchantAddress {
  if (typeof fields.raw('address') === 'string') return withoutNulls({ line1: fields.line('address') })
  const parts = fields.map('address')
  return withoutNulls(
    Object.fromEntries(
      Object.entries(addressNames).map(([part, names]) => {
        const name = names.find((one) => parts.has(one))
        return [part, name ? parts.line(name) : null]
      }),
    ),
  )
}

const withoutNulls = (parts: Record<string, string | null>): MerchantAddress =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null && part !== ''))

type ApplicationDocumentRow = typeof merchantApplications.$inferInsert

/** `merchantApplications/{id}` (spec §3). */
export function readApplicationDocument(document: SourceDocument): DocumentReading<ApplicationDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const row = {
    id: idOf(document),
    userId: fields.id('userId'),
    merchantId: fields.id('merchantId'),
    status: fields.word('status', applicationStatuses, 'changed') ?? 'pending_setup',
    business: { ...fields.map('business').content() },
    settings: { ...fields.map('settings').content() },
    createdAt,
    updatedAt,
  }
  return fields.reading(row)
}

/** The inverse. */
export function writeApplicationDocument(row: ApplicationDocumentRow) {
  const { userId, merchantId, status, business, settings, createdAt, updatedAt } = row
  return writtenFields({ userId, merchantId, status, business, settings, createdAt, updatedAt })
}

/** The inverse of `readMerchantDocument`. */
export function writeMerchantDocument(row: MerchantDocumentRow): DocumentMap {
  const { name, description, status, needsReview, ownerId, applicationId, applicationStatus, logoUrl, address } = row
  const { contactEmail: email, contactPhone: phone, website, businessType, businessName, taxId } = row
  const { isLive, allowMultipleLocations, requireLocationCheck, timeZone, createdAt, updatedAt } = row
  const { brandingLogoUrl, brandingLogoMarkUrl: logoMarkUrl, brandingUpdatedAt } = row
  return writtenFields({
    name,
    description,
    status,
    needsReview,
    ownerId,
    applicationId,
    applicationStatus,
    logoUrl,
    contactInfo: writtenFields({ email, phone, website, businessType, businessName, taxId }),
    address,
    settings: writtenFields({ isLive, allowMultipleLocations, requireLocationCheck, timeZone }),
    branding: writtenFields({ logoUrl: brandingLogoUrl, logoMarkUrl, updatedAt: brandingUpdatedAt }),
    createdAt,
    updatedAt,
  })
}
