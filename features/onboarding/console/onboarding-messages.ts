import {
  IconArchive,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconEyeCheck,
  IconProgress,
  IconProgressAlert,
} from '@tabler/icons-react'
import type { CompletenessStep } from '@quaff/features/merchants/contract'
import { counted } from '@quaff/platform/console/display/formats'
import type { Tone } from '@quaff/platform/console/display/panel'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { EditablePart, OnboardingPhase, SetupStep, StepReason } from '../contract'
import { stepScreens } from '../rules'

export const stepDescriptions = {
  profile: 'Name, contact and address · 4 minutes',
  locations: 'Where customers redeem passes',
  plans: 'Start from a template',
  banking: 'Where we send your payouts',
  live: 'Check the summary and request approval',
} as const satisfies Record<SetupStep, string>

/** The same place once the step is done: what is there. */
export function doneDescriptions(counts: { locations: number; activePlans: number }): Record<SetupStep, string> {
  return {
    profile: 'Saved',
    locations: counted(counts.locations, 'location'),
    plans: counted(counts.activePlans, 'active plan'),
    banking: 'Bank account recorded',
    live: 'Approved',
  }
}

export const reasonMessages = {
  AFTER_PROFILE: 'Finish the business profile first',
  AFTER_ALL: 'Available after steps 1–4',
  IN_REVIEW: 'We’re reviewing your application',
  CHANGES_ASKED: 'A reviewer requested a change here',
  CLOSED: 'Unavailable for now',
} as const satisfies Record<StepReason, string>

export const onlyOwner = 'Only the owner can change this'

/** `elsewhere` replaces the text on pages without the steps. */
export type PhaseText = { title: string; text: string; elsewhere?: string; tone: Tone; icon: IconLike }

export const phaseMessages = {
  pending_setup: {
    title: 'Complete Your Setup',
    text: 'Complete the steps below, then request approval.',
    elsewhere: 'Complete your setup, then request approval.',
    tone: 'warn',
    icon: IconProgress,
  },
  submitted: {
    title: 'Pending Review',
    text: 'Our team is reviewing your details. You can continue setting up.',
    tone: 'info',
    icon: IconEyeCheck,
  },
  changes_requested: {
    title: 'Changes requested',
    text: 'Make the requested changes, then request approval again.',
    tone: 'warn',
    icon: IconProgressAlert,
  },
  approved: {
    title: 'Approved',
    text: 'Setup is complete. You can still change everything here.',
    tone: 'ok',
    icon: IconCircleCheck,
  },
  rejected: {
    title: 'Rejected',
    text: 'We can’t approve this venue. Contact us if something has changed.',
    tone: 'danger',
    icon: IconCircleX,
  },
  suspended: {
    title: 'Suspended',
    text: 'Customers can’t buy or redeem passes. Contact us to resolve this.',
    tone: 'danger',
    icon: IconBan,
  },
  archived: {
    title: 'Archived',
    text: 'This venue is closed and read-only. Contact us to reopen it.',
    tone: 'neutral',
    icon: IconArchive,
  },
} as const satisfies Record<OnboardingPhase, PhaseText>

export const itemScreens = {
  profile: stepScreens.profile,
  category: stepScreens.profile,
  contact: stepScreens.profile,
  address: stepScreens.profile,
  taxId: stepScreens.profile,
  locations: stepScreens.locations,
  plans: stepScreens.plans,
  bank: stepScreens.banking,
  branding: '/settings/branding',
} as const satisfies Record<CompletenessStep, string>

export const editableTexts = {
  business: { label: 'Business profile', to: stepScreens.profile },
  locations: { label: 'Locations', to: '/locations' },
  plans: { label: 'Plans and prices', to: stepScreens.plans },
  banking: { label: 'Bank account', to: stepScreens.banking },
  branding: { label: 'Logo', to: '/settings/branding' },
  settings: { label: 'How passes work at your venue', to: stepScreens.live },
} as const satisfies Record<EditablePart, { label: string; to: string }>
