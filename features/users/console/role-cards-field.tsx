import type { Role } from '@quaff/features/accounts/contract'
import { ChoiceCard } from '@quaff/platform/console/controls/choices'
import { roleInWords, roleTitles } from './role-words'

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
