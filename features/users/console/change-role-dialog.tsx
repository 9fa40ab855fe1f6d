import { useState } from 'react'
import { type Role, roles } from '@quaff/features/accounts/contract'
import { roleNoun } from '@quaff/features/accounts/rules'
import { MerchantsField } from '@quaff/features/merchants/console/merchants-field-widget'
import { Notice } from '@quaff/platform/console/display/panel'
import { useChoice } from '@quaff/platform/console/forms/field-inputs'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { isolated } from '@quaff/platform/shared/readable-text'
import { accessLimits } from '../access-contract'
import { userRefusals } from '../refusals'
import { assignedMerchantIds, isMerchantRole } from '../rules'
import { allRights, rightLabels, rightsOf, RoleCards } from './role-cards-field'
import { type PersonDialogProps, usePersonVerb } from './use-person-actions'
import { nameOf, type Person } from './user-commands-widget'
import { usersApi } from './user-queries'
import classes from './users.module.css'

const idsOf = (merchants: readonly { id: string }[]) => merchants.map(({ id }) => id)

/** A role that the console does not know becomes the least of those it does. */
function knownRole({ role }: Pick<Person, 'role'>): Role {
  return roles.find((known) => known === role) ?? 'merchant_viewer'
}

export function ChangeRoleDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('updateRole', opened)
  const { row: person } = verb
  const chosenRole = useChoice<Role>(knownRole(opened))
  const chosenMerchants = useChoice(opened.merchants)
  const role = chosenRole.value
  const merchants = chosenMerchants.value
  const [error, setError] = useState<string>()
  const merchantIds = assignedMerchantIds(role, idsOf(merchants))
  const areOthers = isMerchantRole(role) && idsOf(merchants).join() !== idsOf(opened.merchants).join()
  const isMissing = isMerchantRole(role) && merchants.length === 0

  return (
    <VerbDialog
      verb={verb}
      size="wide"
      title={`Change role of ${isolated(nameOf(person))}`}
      description="They’ll be signed out and get the new role when they sign in again."
      button="Change role"
      fields={{ role: chosenRole, merchants: { ...chosenMerchants, isDirty: areOthers } }}
      check={() => {
        setError(isMissing ? userRefusals.NO_MERCHANT.text : undefined)
        return !isMissing
      }}
      call={({ id: userId, version }) => usersApi.updateRole.call({ userId, version, role, merchantIds })}
      next={{ role, merchants: merchants.filter(({ id }) => merchantIds.includes(id)) }}
      onDone={() => onDone('updateRole', `${isolated(nameOf(person))} is ${roleNoun(role)} from the next sign-in.`)}
      onClose={onClose}
    >
      <div className={classes.columns}>
        <div className="q-stack">
          <RoleCards roles={roles} value={role} current={opened.role} onChange={chosenRole.set} />
          {isMerchantRole(role) && (
            <MerchantsField
              label="Merchants"
              atMost={accessLimits.merchantsPerUser}
              required
              value={merchants}
              error={error}
              onChange={(next) => {
                setError(undefined)
                chosenMerchants.set(next)
              }}
            />
          )}
          {person.ownsMerchant && role !== 'merchant_owner' && (
            <Notice tone="warn">They still own a merchant. To change that, transfer the merchant.</Notice>
          )}
        </div>
        <RightsChangeTable
          before={{ role: opened.role, merchantIds: idsOf(opened.merchants) }}
          after={{ role, merchantIds }}
        />
      </div>
    </VerbDialog>
  )
}

type Rights = { role: string; merchantIds: readonly string[] }

function RightsChangeTable({ before, after }: { before: Rights; after: Rights }) {
  const had = rightsOf(before.role, before.merchantIds)
  const gets = rightsOf(after.role, after.merchantIds)
  const changed = allRights.filter((right) => had.has(right) !== gets.has(right))
  if (changed.length === 0) return <p className="q-secondary">This changes no permissions.</p>
  return (
    <table className={classes.rights}>
      <caption className="q-h3">Permissions</caption>
      <thead>
        <tr>
          <th scope="col">Right</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((right) => (
          <tr key={right}>
            <th scope="row">{rightLabels[right]}</th>
            <td>{gets.has(right) ? 'Gained' : 'Lost'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
