import { IconShieldCheck } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { findingText } from '../audit/rules'
import { useVerifyChain, type ChainResult } from './use-verify-chain'
import classes from './audit.module.css'

/** Every entry is sealed with a hash over itself and the seal before it: what is changed afterwards shows. */
export function ChainPanel() {
  const { verify, progress, result, verifying } = useVerifyChain()
  return (
    <Panel
      title="Tamper protection"
      actions={
        <Button size="sm" icon={IconShieldCheck} loading={verifying.isPending} onClick={verify}>
          Verify log
        </Button>
      }
    >
      <div className="q-stack">
        <p className="q-secondary">
          Entries are sealed every minute. If one is changed, removed or inserted, verification fails.
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
            Couldn’t verify all entries. Try again.
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
    <Notice tone="ok" announce title={`${formatCount(checked)} entries verified. No tampering found`}>
      {whole ? (
        <p>{unsealed ? `${formatCount(unsealed)} waiting for the next seal.` : 'All entries are sealed.'}</p>
      ) : (
        <p>{`To verify all ${formatCount(total)} entries, run the command verify-audit.`}</p>
      )}
      {head && (
        <p className={classes.seal}>
          Latest seal (store a copy elsewhere): <code>{`${head.position}:${head.hash}`}</code>
        </p>
      )}
    </Notice>
  )
}
