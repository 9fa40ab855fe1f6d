import { DateText } from '@quaff/platform/console/display/date-time'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { Panel } from '@quaff/platform/console/display/panel'
import type { SubscriptionRecord } from '../contract'
import { historyText } from './history-text'
import classes from '@quaff/platform/console/display/rows.module.css'

type HistoryPanelProps = Pick<SubscriptionRecord, 'history' | 'isHistoryRecorded'> & { timeZone: string }

/** Newest first. */
export function HistoryPanel({ history, isHistoryRecorded, timeZone }: HistoryPanelProps) {
  return (
    <Panel
      title="History"
      flush
      footer={
        <span className="q-caption">
          {isHistoryRecorded
            ? joinNotes('Newest first', zoneNote(timeZone))
            : 'No history recorded. Based on the subscription itself.'}
        </span>
      }
    >
      <ol aria-label="History, newest first">
        {history.map((item) => {
          const { title, facts } = historyText(item, timeZone)
          return (
            <li key={item.id} className={classes.row}>
              <span className={classes.facts}>
                <b className="q-strong">{title}</b>
                {facts && <span className="q-caption">{facts}</span>}
                {item.by && <span className="q-caption">by {item.by}</span>}
              </span>
              <span className={classes.state}>
                <DateText value={item.at} timeZone={timeZone} style="datetime" />
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
