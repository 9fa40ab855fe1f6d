import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { counted, formatCount } from '@quaff/platform/console/display/figure-text'
import type { Parts } from './use-parts'
import classes from './usage.module.css'

type PartsProgressProps = { parts: Parts<unknown>; title: string }

/** While a long range is read, or where that was stopped; nothing once all of it is there. */
export function PartsProgress({ parts, title }: PartsProgressProps) {
  const { done, total, isStopped, isError, isFetching, stop, resume, refetch } = parts
  if (done === total) return null
  const hasFailed = isError && !isFetching
  const amount = `${formatCount(done)} of ${counted(total, 'part')}`
  return (
    <div className={classes.progress}>
      <ProgressBar className={classes.bar} value={done} max={total} label={`Reading ${title}`} />
      <span className="q-caption q-num" role="status">
        {progressText({ amount, hasFailed, isStopped })}
      </span>
      {hasFailed ? (
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      ) : (
        <Button
          size="sm"
          onClick={isStopped ? resume : stop}
          aria-label={`${isStopped ? 'Continue' : 'Stop'} reading ${title}`}
        >
          {isStopped ? 'Continue' : 'Stop'}
        </Button>
      )}
    </div>
  )
}

type Facts = { amount: string; hasFailed: boolean; isStopped: boolean }

function progressText({ amount, hasFailed, isStopped }: Facts): string {
  if (hasFailed) return `Partial result, ${amount}. Couldn’t load the next`
  return isStopped ? `Partial result, stopped at ${amount}` : `Partial result so far, ${amount}`
}
