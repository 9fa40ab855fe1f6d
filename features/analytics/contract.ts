import { cancellationsContract } from './cancellations-contract'
import { economicsContract } from './economics-contract'
import { overviewContract } from './overview-contract'
import { usageContract } from './usage-contract'

/** Each part has its own contract and is spread in here. */
export const analyticsContract = {
  ...overviewContract,
  ...usageContract,
  ...economicsContract,
  ...cancellationsContract,
}
