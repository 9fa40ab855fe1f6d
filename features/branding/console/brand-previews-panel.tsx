import { Panel } from '@quaff/platform/console/display/panel'
import type { Branding } from '../contract'
import { PreviewSurfaceCard } from './preview-surface-card'
import classes from './preview.module.css'

/** Where people meet the images, on both kinds of surface at once. */
export function BrandPreviewsPanel({ branding }: { branding: Branding }) {
  return (
    <Panel title="Previews" titleExtra={<span className="q-caption">Preview on light and dark screens</span>}>
      <div className={classes.both}>
        <PreviewSurfaceCard scheme="light" branding={branding} />
        <PreviewSurfaceCard scheme="dark" branding={branding} />
      </div>
    </Panel>
  )
}
