import { IconLogout } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { SupportLink } from './support-link'
import { useLeave } from './use-leave'
import classes from './onboarding.module.css'

/** Every step is saved by itself, so leaving needs nothing but the way out. */
export function HubFooter({ mayLeave }: { mayLeave: boolean }) {
  const leave = useLeave()
  return (
    <div className={classes.foot}>
      <p className="q-secondary">
        <SupportLink lead="Questions? Contact " />
      </p>
      {mayLeave && (
        <span className={classes.buttons}>
          <span className="q-caption">Progress saved. Pick up where you left off.</span>
          <Button icon={IconLogout} onClick={leave}>
            Save and leave
          </Button>
        </span>
      )}
    </div>
  )
}
