import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { Button } from '../controls/button'
import { Glyph } from '../theme/glyph'
import { requestToasts } from './toast-host'
import classes from './notify.module.css'

export interface NotifyAction {
  label: string
  run: () => void
  /** How long it is offered; as long as any toast when left out. */
  forMs?: number
}

type Tone = 'ok' | 'danger'

async function show(tone: Tone, title: string, message?: string, action?: NotifyAction) {
  // Most visits end without a toast: what draws them is fetched with the first one.
  const { notifications } = await requestToasts()
  const id = notifications.show({
    title,
    ...(action?.forMs === undefined ? {} : { autoClose: action.forMs }),
    message: (
      <span className={classes.body}>
        {message && <span className="q-grow">{message}</span>}
        {action && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
    icon: <Glyph icon={tone === 'ok' ? IconCircleCheck : IconAlertCircle} size={18} stroke={1.75} />,
    role: tone === 'ok' ? 'status' : 'alert',
    classNames: { root: classes.toast, icon: tone === 'ok' ? classes.ok : classes.danger, title: classes.title },
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

export function notifySuccess(title: string, message?: string, action?: NotifyAction) {
  void show('ok', title, message, action)
}

export function notifyError(title: string, message?: string, action?: NotifyAction) {
  void show('danger', title, message, action)
}
