import type { Role } from '@quaff/features/accounts/contract'
import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import { roleInWords, roleTitles } from './role-words'

interface RoleCardsProps {
  roles: readonly Role[]
  value: Role
  onChange: (role: Role) => void
}

export function RoleCards({ roles, value, onChange }: RoleCardsProps) {
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
          title={roleTitles[role]}
          description={roleInWords(role)}
        />
      ))}
    </fieldset>
  )
}
