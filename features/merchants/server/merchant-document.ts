import { readTimeZone } from '@quaff/features/locations/rules'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader, readDocumentTimes } from '@quaff/platform/shared/documents/read-fields'
import { idOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'
import { applicationStatuses, merchantStatuses } from '../contract'
import type { MerchantAddress, merchants } from './tables'

export type MerchantDocumentRow = typeof merchants.$inferInsert

/** `merchants/{id}` of spec §3, but for `banking`, which has an owner of its own. */
export function readMerchantDocument(document: SourceDocument): DocumentReading<MerchantDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const contact = fields.map('contactInfo')
  const settings = fields.map('settings')
  const branding = fields.map('branding')
  const name = fields.line('name') ?? contact.line('businessName')
  if (!name) fields.tell('name', 'missing', 'changed')
  const status = fields.word('status', merchantStatuses, 'changed')
  // Read by its owner, and not to be kept beside: it may hold what was encrypted.
  fields.raw('banking')
  const row: MerchantDocumentRow = {
    id: idOf(document),
    name: name || 'Unknown Merchant',
    description: fields.text('description'),
    // A word that is none of ours must not put a venue on the market.
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
function readZone(settings: FieldReader): string | null {
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
export function readAddress(fields: FieldReader): MerchantAddress {
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
