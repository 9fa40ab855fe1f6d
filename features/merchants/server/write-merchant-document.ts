import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import type { MerchantDocumentRow } from './merchant-document'

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
