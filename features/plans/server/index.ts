export { countActivePlans } from './plan-store'
