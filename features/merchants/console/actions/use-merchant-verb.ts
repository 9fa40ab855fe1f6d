import { useQueryClient } from '@tanstack/react-query'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import type { MerchantRecord } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import { useMerchantsRefetch } from '../use-merchant-refresh'

export function useMerchantVerb(opened: MerchantRecord) {
  const client = useQueryClient()
  const refetch = useMerchantsRefetch()
  const { row, ...verb } = useVerb({
    what: 'merchant',
    opened,
    load: ({ id }) =>
      client.fetchQuery({ ...merchantsApi.get.queryOptions({ input: { merchantId: id } }), staleTime: 0 }),
    refetch,
    textOf: (error) => verbErrorText(error),
  })
  /** What the server answered; undefined where nothing was done. */
  const run = async <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    await verb.run(async () => {
      answer = await call()
    })
    return answer
  }
  return { ...verb, merchant: row, run }
}
