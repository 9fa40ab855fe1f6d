import { useQuery } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { Notice } from '@quaff/platform/console/display/notice'
import { merchantsApi } from '../../console/merchant-queries'
import { resultText } from '../../console/merchant-state-text'
import type { MerchantRecord } from '../../contract'

interface AnsweredNoticeProps {
  merchant: MerchantRecord
  onNext: (() => void) | undefined
}

/** A colleague was faster: who it was and what became of it, before the person goes on by themselves. */
export function AnsweredNotice({ merchant, onNext }: AnsweredNoticeProps) {
  const answer = useQuery(merchantsApi.lastAnswer.queryOptions({ input: { merchantId: merchant.id } })).data
  return (
    <Notice
      tone="warn"
      title={`${answer?.by ?? 'Someone else'} already reviewed this merchant`}
      announce
      action={onNext && <Button onClick={onNext}>Next merchant</Button>}
    >
      {resultText(merchant)} {answer && <RelativeTime value={answer.at} />}
    </Notice>
  )
}
