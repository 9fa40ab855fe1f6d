import { Estimator } from '@quaff/features/marketing/console/estimator-widget'
import { drawIsland } from './draw-island'

export function hydrateEstimator(container: Element): void {
  drawIsland(container, <Estimator />)
}
