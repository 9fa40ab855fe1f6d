import { IconRefresh } from '@tabler/icons-react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'
import { FindingList } from './finding-list'
import { LastRedemptionText } from './last-redemption-text'
import { PassItem } from './pass-item'
import { useExplanation } from './use-explanation'
import { VerdictPill } from './verdict-pill'
import classes from './explanation.module.css'

type CustomerExplanationProps = {
  userId: string
  /** Without the places and what only warns: for where other facts stand beside it. */
  short?: boolean
}

/** For whoever has the person on the phone: the last drink, the pass, and whether a scan would succeed now. */
export function CustomerExplanation({ userId, short = false }: CustomerExplanationProps) {
  const timeZone = useTimeZone()
  const query = useExplanation(userId)
  const explanation = query.data
  const zones = [...new Set(explanation?.passes.map((pass) => pass.timeZone))]
  const left = explanation ? explanation.passesTotal - explanation.passes.length : 0
  return (
    <Panel
      title="Can they redeem now?"
      actions={
        <Button
          size="sm"
          variant="quiet"
          icon={IconRefresh}
          iconOnPhone
          loading={query.isFetching}
          onClick={query.recheck}
        >
          Refresh
        </Button>
      }
      loading={query.isPending}
      what={query.isError && !explanation ? 'the explanation' : undefined}
      onRetry={query.recheck}
      footer={
        explanation && (
          <span className="q-caption">
            {query.isError ? 'Couldn’t refresh. As of ' : 'As of '}
            <DateText value={explanation.at} style="datetime" timeZone={timeZone} />.
            {!short && zones.length > 0 && ` Allowances reset at midnight in ${zones.join(', ')}.`}
          </span>
        )
      }
    >
      {explanation && (
        <div className={classes.strip}>
          <VerdictPill verdict={explanation.verdict} />
          <FindingList findings={explanation.findings} />
          <LastRedemptionText redemption={explanation.lastRedemption} timeZone={timeZone} />
          {explanation.passes.length === 0 ? (
            <p>No pass yet</p>
          ) : (
            <ul className={classes.passes} aria-label="Passes">
              {explanation.passes.map((pass) => (
                <PassItem
                  key={pass.subscriptionId}
                  pass={pass}
                  at={explanation.at}
                  timeZone={timeZone}
                  short={short}
                  isOnly={explanation.passesTotal === 1}
                />
              ))}
            </ul>
          )}
          {left > 0 && <p className="q-caption">And {left} more.</p>}
        </div>
      )}
    </Panel>
  )
}
