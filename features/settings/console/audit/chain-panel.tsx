import { IconShieldCheck } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { findingText } from '../../audit/rules'
import { useVerifyChain, type ChainResult } from './use-verify-chain'
import classes from './audit.module.css'

/** Every entry is sealed with a hash over itself and the seal before it: what is changed afterwards shows. */
export function ChainPanel() {
  const { verify, progress, result, verifying } = useVerifyChain()
  return (
    <Panel
      title="Sealed chain"
      actions={
        <Button size="sm" icon={IconShieldCheck} loading={verifying.isPending} onClick={verify}>
          Verify chain
        </Button>
      }
    >
      <div className="q-stack">
        <p className="q-secondary">
          Every minute new entries are sealed, each together with the seal before it. A changed, deleted or smuggled-in
          entry breaks the chain.
        </p>
        {verifying.isPending && progress && (
          <div className="q-stack-tight">
            <ProgressBar label="Checking" max={progress.total} value={progress.checked} />
            <span className="q-caption" role="status">
              {`${formatCount(progress.checked)} of ${formatCount(progress.total)} entries checked`}
            </span>
          </div>
        )}
        {verifying.isError && (
          <Notice tone="danger" announce>
            The chain could not be checked to its end. Try again.
          </Notice>
        )}
        {!verifying.isPending && result && <Verdict result={result} />}
      </div>
    </Panel>
  )
}

function Verdict({ result }: { result: ChainResult }) {
  const { checked, findings, whole, total, head, unsealed } = result
  if (findings.length > 0) {
    return (
      <Notice tone="danger" announce title={counted(findings.length, 'finding')}>
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={`${finding.kind} ${finding.position} ${finding.auditId}`}>{findingText(finding)}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  return (
    <Notice tone="ok" announce title={`${formatCount(checked)} entries checked, none of them altered`}>
      {whole ? (
        <p>{unsealed ? `${formatCount(unsealed)} wait for the next sealing.` : 'All entries are sealed.'}</p>
      ) : (
        <p>{`There are ${formatCount(total)}. The command verify-audit checks them all.`}</p>
      )}
      {head && (
        <p className={classes.seal}>
          Last seal, to be noted elsewhere: <code>{`${head.position}:${head.hash}`}</code>
        </p>
      )}
    </Notice>
  )
}
