import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/date-time'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { Snippet } from '@quaff/platform/console/display/text/snippet'
import type { Delivery } from '../contract'
import { answerText } from './webhook-looks'
import { webhooksApi } from './webhooks-queries'
import classes from './webhooks.module.css'

interface DeliverySectionProps {
  deliveryId: string
  /** The endpoint is off: nothing is sent until it is switched on. */
  isOff: boolean
  onReplay: () => void
}

export function DeliverySection({ deliveryId, isOff, onReplay }: DeliverySectionProps) {
  const timeZone = useTimeZone()
  const { data, isError } = useQuery(webhooksApi.delivery.queryOptions({ input: { deliveryId } }))
  if (isError) return <p className={classes.detail}>Couldn’t load this delivery.</p>
  if (!data) return <SkeletonText lines={4} />
  return (
    <div className={classes.detail}>
      <div className="q-row q-wrap">
        <span className="q-caption q-grow">
          {data.nextAttemptAt && isOff && 'Next attempt when you enable the endpoint'}
          {data.nextAttemptAt && !isOff && (
            <>
              Next attempt <DateText value={data.nextAttemptAt} timeZone={timeZone} style="datetime" />
            </>
          )}
        </span>
        {!isOff && (
          <Button size="sm" icon={IconRepeat} onClick={onReplay}>
            Replay
          </Button>
        )}
      </div>
      <Part label="Request" text={requestText(data)} />
      {data.lastAttemptAt && <Part label={`Answer: ${answerText(data)}`} text={data.responseText || 'Empty'} />}
    </div>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div className="q-stack-tight">
      <span className="q-strong">{label}</span>
      <Snippet label={label} text={text} />
    </div>
  )
}

const requestText = ({ headers, body }: Delivery) =>
  [...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`), ...(headers ? [''] : []), body].join(
    '\n',
  )
