import { hydrateRoot } from 'react-dom/client'
import { Estimator } from '@quaff/features/marketing/console/estimator-widget'

export function hydrateEstimator(container: Element): void {
  hydrateRoot(container, <Estimator />)
}
