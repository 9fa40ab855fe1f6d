import { Panel } from '@quaff/platform/console/display/panel'
import type { Branding } from '../../contract'
import classes from './preview.module.css'
import { PreviewSurfaceCard } from './preview-surface-card'

/** Where people meet the images, on both kinds of surface at once. */
export function BrandPreviewsPanel({ branding }: { branding: Branding }) {
  return (
    <Panel title="Previews" titleExtra={<span className="q-caption">What people see, on light and dark screens</span>}>
      <div className={classes.both}>
        <PreviewSurfaceCard scheme="light" branding={branding} />
        <PreviewSurfaceCard scheme="dark" branding={branding} />
      </div>
    </Panel>
  )
}
