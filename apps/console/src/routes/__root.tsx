import '../route-data'
import { createRootRoute } from '@tanstack/react-router'
import { RootLayout, RouteFault } from '../frame/root-layout'

export const Route = createRootRoute({ component: RootLayout, errorComponent: RouteFault })
