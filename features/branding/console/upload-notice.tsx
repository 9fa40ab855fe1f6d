import { reasonOf } from '@quaff/features/reasons'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { formatShare } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import type { UploadState } from './use-upload'
import classes from './branding.module.css'

interface UploadNoticeProps {
  noun: string
  state: UploadState
  onCancel: () => void
  onRetry: () => void
}

export function UploadNotice({ noun, state, onCancel, onRetry }: UploadNoticeProps) {
  switch (state.phase) {
    case 'idle':
      return null
    case 'sending':
      return (
        <Progress noun={noun} share={state.share} onCancel={onCancel}>
          {describe(state)}
        </Progress>
      )
    case 'waiting':
      return (
        <Progress noun={noun} share={0} onCancel={onCancel}>
          Connection lost. Retrying in a few seconds…
        </Progress>
      )
    case 'failed':
      return <Failed noun={noun} state={state} onCancel={onCancel} onRetry={onRetry} />
  }
}

function describe({ share, slow }: { share: number; slow: boolean }): string {
  if (slow) return 'Taking longer than usual. Keep waiting or cancel.'
  return share === 1 ? 'Preparing the image…' : `Uploading, ${formatShare(share, 0)}`
}

function Progress({
  noun,
  share,
  onCancel,
  children,
}: {
  noun: string
  share: number
  onCancel: () => void
  children: string
}) {
  return (
    <div className={classes.progress}>
      <div className="q-row">
        <span className="q-grow" role="status">
          {children}
        </span>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <ProgressBar value={share} max={1} label={`Uploading ${noun}`} />
    </div>
  )
}

type Failure = Extract<UploadState, { phase: 'failed' }>

function Failed({ noun, state: { error }, onCancel, onRetry }: Omit<UploadNoticeProps, 'state'> & { state: Failure }) {
  const isStale = reasonOf(error) === 'STALE_VERSION'
  return (
    <Notice
      tone={isStale ? 'warn' : 'danger'}
      announce
      title={isStale ? `This ${noun} was changed while you were editing` : undefined}
      action={
        <div className="q-row">
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Dismiss
          </Button>
          <Button size="sm" onClick={onRetry}>
            {isStale ? 'Use mine instead' : 'Try again'}
          </Button>
        </div>
      }
    >
      {isStale ? 'The saved version is above. You can upload yours again to replace it.' : error.message}
    </Notice>
  )
}
