import { adminRole } from '@quaff/platform/shared/product'
import type { Session } from '../contract'
import { permissionsFor } from '../rules'

type SessionDetails = {
  role?: string
  merchantIds?: string[]
  displayName?: string | null
  email?: string
  assigned?: Session['assignedMerchant']
}

/** A signed-in administrator unless overridden. */
export function buildSession({
  role = adminRole,
  merchantIds = [],
  displayName = 'Maya Lindqvist',
  email = 'maya@quaff.test',
  assigned = null,
}: SessionDetails = {}): Session {
  return {
    user: {
      uid: 'usr_1',
      email,
      displayName,
      photoURL: null,
      phoneNumber: null,
      role,
      merchantIds,
      applicationId: null,
      permissions: permissionsFor(role, merchantIds),
      hasPassword: true,
    },
    assignedMerchant: assigned,
    timeZone: 'UTC',
    version: 'test',
  }
}
