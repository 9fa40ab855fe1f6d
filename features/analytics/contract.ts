import { economicsContract } from './economics/contract'
import { leaversContract } from './leavers/contract'
import { overviewContract } from './overview/contract'
import { usageContract } from './usage/contract'

/** Each part has its own contract and is spread in here. */
export const analyticsContract = { ...overviewContract, ...usageContract, ...economicsContract, ...leaversContract }
