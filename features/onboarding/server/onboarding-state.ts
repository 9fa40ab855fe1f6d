import { bankingPermissions } from '@quaff/features/banking/permissions'
import { findAccountDigits } from '@quaff/features/banking/server'
import { checklist } from '@quaff/features/merchants/completeness-rules'
import { choosesLive } from '@quaff/features/merchants/lifecycle-rules'
import { maskedTaxId } from '@quaff/features/merchants/rules'
import {
  earlierThan,
  listRequests,
  listStepsChanged,
  readChangeRequest,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { listPricesForSale } from '@quaff/features/plans/server'
import { authorize, batchReads, type Context } from '@quaff/platform/server'
import { addressParts } from '@quaff/platform/shared/fields/address'
import { draftFields, type EditablePart, type OnboardingState, summaryPrices, type VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import {
  decideApprovalRequest,
  editableIn,
  isOpenRequest,
  missingSteps,
  phaseOf,
  referenceOf,
  stepsDone,
  stepViews,
} from '../rules'
import { countVenue, findVenue, type Venue } from './find-venue'

export async function getOnboardingState(ctx: Context, { merchantId }: VenueInput): Promise<OnboardingState> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.state')
  const venue = await findVenue(ctx.db, actor, merchantId)
  const editors: readonly string[] = onboardingPermissions['onboarding.edit']
  const mayReadBank = (bankingPermissions['bank.get'] as readonly string[]).includes(actor.role)
  const open = openRequestOf(venue)
  const [requests, changedSince, counts, prices, accountLastDigits] = await batchReads(ctx.db, (db) =>
    Promise.all([
      venue.merchant ? listRequests(db, venue.owner) : [],
      venue.merchant && open ? listStepsChanged(db, venue.owner, open.requestedAt) : [],
      countVenue(db, venue),
      venue.merchant ? listPricesForSale(db, venue.owner, summaryPrices) : [],
      venue.merchant && mayReadBank ? findAccountDigits(db, venue.owner) : null,
    ]),
  )
  const state = presentState(venue, counts, { mayEdit: editors.includes(actor.role) })
  return { ...state, changedSince, earlierRequests: earlierThan(open, requests), prices, accountLastDigits }
}

export type VenueCounts = { locations: number; activePlans: number }

/** `mayEdit`: the role allows it; the phase is looked at here. */
type Caller = { mayEdit: boolean }

/** All but the history of requests, prices and bank digits, which are not on the record. */
type PresentedState = Omit<OnboardingState, 'earlierRequests' | 'changedSince' | 'prices' | 'accountLastDigits'>

const openRequestOf = ({ merchant }: Venue) => readChangeRequest(merchant?.changeRequest ?? null)

function presentState(venue: Venue, counts: VenueCounts, { mayEdit }: Caller): PresentedState {
  const { merchant, application } = venue
  const phase = phaseOf(merchant ?? null)
  const done = stepsDone(merchant ? { ...merchant, ...counts } : null)
  const changeRequest = isOpenRequest(phase) ? openRequestOf(venue) : null
  const editable: EditablePart[] = mayEdit ? editableIn(phase, merchant !== undefined) : []
  const verdict = decideApprovalRequest(merchant ? { phase, done } : null)
  const id = merchant?.id ?? application?.id ?? ''
  const business = merchant ? businessOf(merchant) : businessOfApplication(application?.business ?? {})
  return {
    merchantId: id,
    merchantName: business.name || 'Unknown Merchant',
    temporary: !merchant,
    phase,
    statusReason: merchant?.statusReason ?? null,
    isLive: merchant?.isLive ?? false,
    steps: stepViews({ phase, done, requested: changeRequest?.items ?? [] }),
    missing: missingSteps(done),
    checklist: merchant ? checklist({ ...merchant, ...counts }) : [],
    changeRequest,
    submittedAt: application?.submittedAt ?? (phase === 'submitted' ? (merchant?.statusChangedAt ?? null) : null),
    reference: referenceOf(application?.id ?? id),
    editable,
    mayRequestApproval: mayEdit && verdict.ok && !verdict.repeated,
    business,
    settings: {
      isLive: merchant ? choosesLive(merchant, application?.settings.isLive) : wishesToBeLive(application.settings),
      allowMultipleLocations: merchant?.allowMultipleLocations ?? true,
      requireLocationCheck: merchant?.requireLocationCheck ?? false,
    },
    ...counts,
    version: merchant?.version ?? null,
    draft: mayEdit ? readDraft(application?.drafts['business']) : null,
  }
}

/** Selling after approval is the default, because the setup is for it. */
export function wishesToBeLive(settings: Record<string, unknown>): boolean {
  return settings['isLive'] !== false
}

function businessOf(merchant: StoredMerchant): OnboardingState['business'] {
  const { name, description, businessType, businessName, contactEmail, contactPhone, website, address } = merchant
  return {
    name,
    description,
    businessType,
    businessName,
    contactEmail,
    contactPhone,
    website,
    address: textsOf(address, addressParts),
    taxIdMasked: maskedTaxId(merchant.taxId),
  }
}

/** Known values from the invitation or signup form; values that are not text are ignored. */
function businessOfApplication(business: Record<string, unknown>): OnboardingState['business'] {
  const text = (key: string) => {
    const value = business[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const { address } = business
  return {
    name: text('businessName') ?? text('name') ?? '',
    description: text('description'),
    businessType: text('businessType'),
    businessName: null,
    contactEmail: text('email'),
    contactPhone: text('phone'),
    website: text('website'),
    address: typeof address === 'object' && address !== null ? textsOf(address, addressParts) : {},
    taxIdMasked: null,
  }
}

function readDraft(stored: Record<string, unknown> | undefined): OnboardingState['draft'] {
  const savedAt = new Date(String(stored?.['savedAt']))
  const values = stored?.['values']
  if (Number.isNaN(savedAt.getTime()) || typeof values !== 'object' || values === null) return null
  return { values: textsOf(values, draftFields), savedAt }
}

function textsOf<Key extends string>(source: object, keys: readonly Key[]): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {}
  const entries = new Map<string, unknown>(Object.entries(source))
  for (const key of keys) {
    const value = entries.get(key)
    if (typeof value === 'string') found[key] = value
  }
  return found
}
