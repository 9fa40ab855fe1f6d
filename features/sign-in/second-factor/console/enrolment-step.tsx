import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { Reauthenticate } from '../../console/reauthenticate-widget'
import { RecoveryCodesView } from './recovery-codes-view'
import { ScanKeyForm } from './scan-key-form'
import type { useEnrolment } from './use-enrolment'

interface EnrolmentStepsProps {
  enrolment: ReturnType<typeof useEnrolment>
  cancelLabel: string
  onCancel: () => void
  /** The recovery codes were kept. */
  onDone: () => void
}

export function EnrolmentSteps({ enrolment, cancelLabel, onCancel, onDone }: EnrolmentStepsProps) {
  const { step, busy, fault, begin, confirm, restart } = enrolment
  switch (step.view) {
    case 'start':
      return (
        <div className="q-stack">
          <FaultNotice text={fault} />
          <p>
            Use an app on your phone or in your password manager. You’ll enter its code each time you sign in. Your
            other sessions end.
          </p>
          <div className="q-row">
            <Button className="q-end" onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button variant="primary" loading={busy} onClick={() => void begin()} data-autofocus>
              Continue
            </Button>
          </div>
        </div>
      )
    case 'confirmation':
      return <Reauthenticate action="Confirm" onConfirmed={begin} onBack={restart} />
    case 'key':
      return (
        <ScanKeyForm
          uri={step.uri}
          secretKey={step.key}
          busy={busy}
          fault={fault}
          onSubmit={(code) => void confirm(code)}
          onBack={restart}
        />
      )
    case 'codes':
      return <RecoveryCodesView codes={step.recoveryCodes} onDone={onDone} />
  }
}
