import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'

interface CodeRequestSectionProps {
  error: string | null
  busy: boolean
  onAsk: () => void
}

/** Nothing is known yet, and nothing is asked: what there is about an address is told to whoever reads its mail. */
export function CodeRequestSection({ error, busy, onAsk }: CodeRequestSectionProps) {
  return (
    <>
      <p className="q-secondary">
        We mail a code to this address first. Then you see here whether an account is prepared for it.
      </p>
      <FaultNotice text={error} />
      <Button variant="primary" fullWidth loading={busy} onClick={onAsk}>
        Send the code
      </Button>
    </>
  )
}
