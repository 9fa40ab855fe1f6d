import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import type { ImportDetails } from '../../screen/contract'
import classes from '../imports.module.css'

type Reconciliation = NonNullable<ImportDetails['reconciliation']>

/** Sums counted from the documents by another path, beside ours. */
export function ReconciliationPanel({ reconciliation }: { reconciliation: Reconciliation }) {
  const { compared, different, differences } = reconciliation
  if (different === 0)
    return (
      <Notice tone="ok" title={`${counted(compared, 'figure')} compared, all agree`}>
        Counted once from the documents and once from what stands here.
      </Notice>
    )
  return (
    <Panel title="Figures that differ" titleExtra={<span className="q-count">{formatCount(different)}</span>} flush>
      <div className={classes.frame} tabIndex={0} role="region" aria-label="Figures that differ">
        <table className={classes.kinds}>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Documents</th>
              <th scope="col">Here</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ figure, key, documents, here }) => (
              <tr key={`${figure} ${key}`}>
                <th scope="row">{[figure, key].filter(Boolean).join(' · ')}</th>
                <td className="q-num">{formatCount(documents)}</td>
                <td className="q-num">{formatCount(here)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
