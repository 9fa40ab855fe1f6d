import { Estimator } from '@quaff/features/marketing/console/partners/estimator/estimator-widget'
import { hydrateRoot } from 'react-dom/client'

export function hydrateEstimator(container: Element): void {
  hydrateRoot(container, <Estimator />)
}
