import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { KeyValue, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { NoMatchState } from '@quaff/platform/console/list/list-states'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { inWords, isolated } from '@quaff/platform/shared/readable-text'
import { findRights, type RightGroup, rightGroups, whoMay } from '../rules'
import { permissionAreas } from './permission-areas'
import classes from './settings.module.css'

export function AccessTab() {
  const { role, merchantIds } = useSessionUser()
  const { canViewAllMerchants, canViewMerchantIds, canManageAdmins } = permissionsFor(role, merchantIds)
  const merchants = useQuery({
    ...merchantsApi.options.queryOptions({ input: {} }),
    enabled: !canViewAllMerchants && canViewMerchantIds.length > 0,
  })
  const merchantText = canViewAllMerchants ? (
    <AppLink className="q-link" to="/merchants">
      All merchants
    </AppLink>
  ) : (
    inWords(merchants.data?.map(({ name }) => isolated(name)) ?? []) || 'None yet. Ask an administrator.'
  )
  return (
    <>
      <Panel
        title="My role"
        loading={merchants.isLoading}
        what={merchants.isError ? 'your merchants' : undefined}
        onRetry={() => void merchants.refetch()}
      >
        <div className="q-grid-2">
          <KeyValue
            items={[
              { label: 'Role', value: roleTitle(role) },
              { label: 'Access', value: describeRole(role) },
            ]}
          />
          <KeyValue
            items={[
              { label: 'Merchants', value: merchantText },
              { label: 'Managed by', value: canManageAdmins ? 'Another administrator' : 'An administrator' },
            ]}
          />
        </div>
      </Panel>
      <RightsList role={role} />
    </>
  )
}

const placeholder = 'Search permissions'
const groups = rightGroups(permissionAreas)

function RightsList({ role }: { role: string }) {
  const [query, setQuery] = useState('')
  const shown = findRights(groups, query)
  return (
    <div className="q-stack">
      <ListToolbar find={{ placeholder, label: placeholder, q: query, onChange: setQuery }} />
      {shown.length === 0 && <NoMatchState query={query} onClear={() => setQuery('')} />}
      <div className={classes.groups}>
        {shown.map((group) => (
          <Group key={group.area} group={group} role={role} isFound={query !== ''} />
        ))}
      </div>
    </div>
  )
}

function Group({ group, role, isFound }: { group: RightGroup; role: string; isFound: boolean }) {
  const titleId = useId()
  const { mine, owners, others } = whoMay(group.rights, role)
  const rest = [
    { whom: 'an owner', rights: owners },
    { whom: 'an administrator', rights: others },
  ]
    .filter(({ rights }) => rights.length > 0)
    .map(({ whom, rights }) => ({ whom, title: `Ask ${whom}`, rights }))
  return (
    <section className={classes.group} aria-labelledby={titleId}>
      <h2 id={titleId} className="q-h3">
        {group.area}
      </h2>
      {mine.length > 0 && <Rights title="You can" rights={mine} />}
      {rest.length > 0 && (
        <Folded title={`Ask ${rest.map(({ whom }) => whom).join(' or ')}`} isOpen={isFound} lists={rest} />
      )}
    </section>
  )
}

interface RightsProps {
  title: string
  rights: RightGroup['rights']
}

function Rights({ title, rights }: RightsProps) {
  return (
    <ul aria-label={title} className={classes.rights}>
      {rights.map(({ action, label }) => (
        <li key={action}>{label}</li>
      ))}
    </ul>
  )
}

/** Collapsed lists of what other roles may do; own rights come first. */
function Folded({ title, isOpen, lists }: { title: string; isOpen: boolean; lists: readonly RightsProps[] }) {
  return (
    <details className={classes.folded} open={isOpen}>
      <summary>
        {title} <span className="q-count">{lists.reduce((sum, { rights }) => sum + rights.length, 0)}</span>
      </summary>
      {lists.map((list) => (
        <div key={list.title}>
          {lists.length > 1 && <span className="q-caption">{list.title}</span>}
          <Rights {...list} />
        </div>
      ))}
    </details>
  )
}
