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
          <span className="q-grow">You’re offline. This page may be out of date. Reconnecting…</span>
        </div>
      )}
      {state === 'reads-only' && (
        <div className={classes.banner} data-tone="warn">
          <Glyph icon={IconEye} />
          <span className="q-grow">Read-only for a moment. You can edit again as soon as the database is back.</span>
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
