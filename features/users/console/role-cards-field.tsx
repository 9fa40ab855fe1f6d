import type { Role } from '@quaff/features/accounts/contract'
import { describeRole } from '@quaff/features/accounts/rules'
import type { Permissions } from '@quaff/features/sessions/contract'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { inWords } from '@quaff/platform/shared/readable-text'

interface RoleCardsProps {
  roles: readonly Role[]
  value: Role
  /** The role that the person has now, to mark it. */
  current?: string | null
  onChange: (role: Role) => void
}

export function RoleCards({ roles, value, current, onChange }: RoleCardsProps) {
  return (
    <fieldset className="q-stack-tight">
      <legend className="q-h3">Role</legend>
      {roles.map((role) => (
        <ChoiceCard
          key={role}
          name="role"
          value={role}
          checked={role === value}
          onSelect={() => onChange(role)}
          title={role === current ? `${roleTitles[role]} (current)` : roleTitles[role]}
          description={roleInWords(role)}
        />
      ))}
    </fieldset>
  )
}

type Right = keyof Permissions

/** The eight permissions of spec §3. */
export const rightLabels = {
  canViewAllMerchants: 'View all merchants',
  canEditAllMerchants: 'Edit all merchants',
  canViewMerchantIds: 'View assigned merchants',
  canEditMerchantIds: 'Edit assigned merchants',
  canAccessAnalytics: 'Read analytics',
  canManageAdmins: 'Manage administrators',
  canManageBilling: 'Manage billing',
  canViewPayouts: 'View payouts',
} as const satisfies Record<Right, string>

export const allRights: readonly Right[] = [
  'canViewAllMerchants',
  'canEditAllMerchants',
  'canViewMerchantIds',
  'canEditMerchantIds',
  'canAccessAnalytics',
  'canManageAdmins',
  'canManageBilling',
  'canViewPayouts',
]

const roleTitles = {
  quaff_admin: 'Admin',
  merchant_owner: 'Owner',
  merchant_viewer: 'Viewer',
  customer: 'Customer',
} as const satisfies Record<Role, string>

/** From the same table as the server's rights. */
export function rightsOf(role: string, merchantIds: readonly string[]): ReadonlySet<Right> {
  const granted = permissionsFor(role, merchantIds)
  const isGranted = (right: Right) => {
    const value = granted[right]
    return typeof value === 'boolean' ? value : value.length > 0
  }
  return new Set(allRights.filter(isGranted))
}

const seesAndEdits: readonly { view: Right; edit: Right; label: string }[] = [
  { view: 'canViewAllMerchants', edit: 'canEditAllMerchants', label: 'view and edit all merchants' },
  { view: 'canViewMerchantIds', edit: 'canEditMerchantIds', label: 'view and edit assigned merchants' },
]

/** The role text of spec §6, and what it comes to: "Full platform access: view and edit all merchants, …". */
function roleInWords(role: string): string {
  const rights = rightsOf(role, ['any'])
  const text = describeRole(role)
  const pairs = seesAndEdits.filter(({ view, edit }) => rights.has(view) && rights.has(edit))
  const paired = pairs.flatMap(({ view, edit }) => [view, edit])
  const single = [...rights].filter((right) => !paired.includes(right)).map((right) => rightLabels[right].toLowerCase())
  const labels = [...pairs.map((pair) => pair.label), ...single].filter((word) => word !== text.toLowerCase())
  return labels.length === 0 ? text : `${text}: ${inWords(labels)}`
}
