import { IconCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { roles } from '@quaff/features/accounts/contract'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { Panel } from '@quaff/platform/console/display/panel'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { permissionMatrix, type PermissionRow } from '../../access/rules'
import { permissionAreas } from './permission-areas'
import classes from './permission-matrix.module.css'

const matrix = permissionMatrix(permissionAreas)
/** Customers have no console access: a column of nothing would only take room. */
const shownRoles = roles.filter((role) => role !== 'customer')

export function PermissionMatrixTable({ role }: { role: string }) {
  return (
    <Panel
      title="Who may do what"
      titleExtra={<span className="q-caption">Owners and viewers: their own merchants only</span>}
      flush
    >
      <div className={classes.frame} tabIndex={0} role="region" aria-label="Actions and roles">
        <table className={classes.table}>
          <caption className="q-hidden">Actions, and the roles that may do them</caption>
          <thead>
            <tr>
              <th scope="col">Action</th>
              {shownRoles.map((shown) => (
                <th key={shown} scope="col" data-mine={shown === role} title={describeRole(shown)}>
                  {roleTitle(shown)}
                  {shown === role && <span className={classes.mine}>Your role</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.map(({ area, rows }) => (
              <Fragment key={area}>
                <tr className={classes.area}>
                  <th scope="colgroup" colSpan={shownRoles.length + 1}>
                    {area}
                  </th>
                </tr>
                {rows.map((row) => (
                  <ActionRow key={row.action} row={row} role={role} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function ActionRow({ row, role }: { row: PermissionRow; role: string }) {
  return (
    <tr>
      <th scope="row">{row.words}</th>
      {shownRoles.map((shown) => (
        <td key={shown} data-mine={shown === role}>
          {row.roles.includes(shown) ? (
            <>
              <Glyph icon={IconCheck} className={classes.yes} />
              <span className="q-hidden">Yes</span>
            </>
          ) : (
            <>
              <span className="q-muted" aria-hidden>
                –
              </span>
              <span className="q-hidden">No</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}
