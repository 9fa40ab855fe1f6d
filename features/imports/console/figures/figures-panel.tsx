import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import type { Comparison, Difference } from '../../figures/contract'
import { agrees, causesText, comparisonText, figureText, figureTexts, subjectText } from '../../figures/rules'
import classes from './figures.module.css'

/** Sums of the documents beside those here, computed by a reader of its own; only what differs is listed. */
export function FiguresPanel({ comparison }: { comparison: Comparison | null }) {
  if (comparison === null || (comparison.sums === 0 && agrees(comparison))) return null
  const { differences, more, lost } = comparison
  const isUnexplained = lost.length > 0 || differences.some(({ isExplained }) => !isExplained)
  if (agrees(comparison))
    return (
      <Notice tone="ok" title={comparisonText(comparison)}>
        Subscribers, revenue, redemptions and people here are those of the documents, to the cent.
      </Notice>
    )
  return (
    <Panel title="Sums compared" flush={differences.length > 0}>
      <div className={classes.notice}>
        <Notice tone={isUnexplained ? 'danger' : 'info'} title={comparisonText(comparison)}>
          {lost.map(({ kind, read, accounted }) => (
            <div key={kind}>
              {kind}: {read} were read, of {accounted} it is known what they became.
            </div>
          ))}
          {more > 0 && `The first ${differences.length} are listed.`}
        </Notice>
      </div>
      {differences.length > 0 && (
        <div className={classes.frame} tabIndex={0} role="region" aria-label="Sums that differ">
          <table className={classes.table}>
            <thead>
              <tr>
                {['Figure', 'Of', 'Documents', 'Here', 'Counter', 'Why'].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differences.map((one) => (
                <DifferenceRow key={`${one.figure} ${one.of} ${one.currency}`} difference={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { figure, documents, rows, counted } = difference
  const text = (value: number) => figureText(difference, value, formatMoney)
  return (
    <tr>
      <th scope="row">{figureTexts[figure]}</th>
      <td>{subjectText(difference)}</td>
      <td className="q-num">{text(documents)}</td>
      <td className="q-num">{text(rows)}</td>
      <td className="q-num">{counted === null ? '–' : text(counted)}</td>
      <td>{causesText(difference, formatMoney)}</td>
    </tr>
  )
}
