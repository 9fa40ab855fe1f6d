import {
  IconAlertCircle,
  IconBuildingStore,
  IconDownload,
  IconKey,
  IconLogin,
  IconLogout,
  IconMail,
  IconShield,
  IconUser,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { userActivityActions, type UserActivityAction } from '../user-activity/contract'

type Look = { icon: IconLike; tone: Tone }

const looks = {
  sign_in: { icon: IconLogin, tone: 'neutral' },
  sign_out: { icon: IconLogout, tone: 'neutral' },
  sessions_ended: { icon: IconLogout, tone: 'neutral' },
  reauthenticated: { icon: IconLogin, tone: 'neutral' },
  account_registered: { icon: IconUser, tone: 'info' },
  account_activated: { icon: IconUserCheck, tone: 'ok' },
  password_set: { icon: IconKey, tone: 'info' },
  password_changed: { icon: IconKey, tone: 'info' },
  password_reset_requested: { icon: IconMail, tone: 'info' },
  password_reset: { icon: IconKey, tone: 'info' },
  email_changed: { icon: IconMail, tone: 'info' },
  profile_updated: { icon: IconUser, tone: 'info' },
  second_factor_enabled: { icon: IconShield, tone: 'ok' },
  second_factor_removed: { icon: IconShield, tone: 'info' },
  recovery_codes_renewed: { icon: IconShield, tone: 'info' },
  passkey_added: { icon: IconKey, tone: 'ok' },
  passkey_removed: { icon: IconKey, tone: 'info' },
  passkey_stopped: { icon: IconKey, tone: 'danger' },
  single_sign_on_linked: { icon: IconKey, tone: 'info' },
  single_sign_on_unlinked: { icon: IconKey, tone: 'info' },
  invited: { icon: IconMail, tone: 'info' },
  invitation_resent: { icon: IconMail, tone: 'info' },
  moved_in_mailed: { icon: IconMail, tone: 'info' },
  registration_approved: { icon: IconUserCheck, tone: 'ok' },
  registration_rejected: { icon: IconUserOff, tone: 'danger' },
  role_changed: { icon: IconShield, tone: 'info' },
  merchants_changed: { icon: IconBuildingStore, tone: 'info' },
  suspended: { icon: IconUserOff, tone: 'danger' },
  reactivated: { icon: IconUserCheck, tone: 'ok' },
  export: { icon: IconDownload, tone: 'neutral' },
} as const satisfies Record<UserActivityAction, Look>

/** Imported data may hold actions of its own (spec §8). */
const unknownLook: Look = { icon: IconAlertCircle, tone: 'neutral' }

export function userActivityLook(action: string): Look {
  const known = userActivityActions.find((candidate) => candidate === action)
  return known ? looks[known] : unknownLook
}
