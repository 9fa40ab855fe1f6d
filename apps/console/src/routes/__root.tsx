import { createRootRoute } from '@tanstack/react-router'
import { RootLayout, RouteFault } from '../frame/root-layout'
import '../route-data'

export const Route = createRootRoute({ component: RootLayout, errorComponent: RouteFault })
