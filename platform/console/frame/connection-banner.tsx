import { IconEye, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { Button } from '../controls/button'
import { Glyph } from '../theme/glyph'
import classes from './connection-banner.module.css'

export function ConnectionBanner({ state }: { state: 'online' | 'lost' | 'reads-only' | 'new-version' }) {
  return (
    <div role="status">
      {state === 'lost' && (
        <div className={classes.banner} data-tone="warn">
          <Glyph icon={IconPlugConnectedX} />
          <span className="q-grow">Connection lost. What you see may be out of date; we keep trying.</span>
        </div>
      )}
      {state === 'reads-only' && (
        <div className={classes.banner} data-tone="warn">
          <Glyph icon={IconEye} />
          <span className="q-grow">
            Nothing can be changed at the moment. What you see may lack the last seconds; we keep trying.
          </span>
        </div>
      )}
      {state === 'new-version' && (
        <div className={classes.banner} data-tone="info">
          <Glyph icon={IconRefresh} />
          <span className="q-grow">A new version is ready.</span>
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}
