import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { termsText } from '@quaff/features/marketing/legal-contract'
import { categoryLabel } from '@quaff/features/merchants/category-rules'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/formats'
import { KeyValue } from '@quaff/platform/console/display/panel'
import { PhoneText } from '@quaff/platform/console/forms/use-phone-example'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { addressLines } from '@quaff/platform/shared/fields/address-format'
import { webAddress } from '@quaff/platform/shared/safe-address'
import type { FirstPass, SignupKind, SignupRecord, SignupRow } from '../contract'
import { DecisionDialog, type Decision, ReviewActions, reviewColumns, ReviewStatusPill } from './decision-dialog-widget'
import { signupApi } from './signup-queries'
import classes from './review.module.css'

export function SignupSheet({ id, rows, total, onOpen, onClose }: SheetOfList<SignupRow>) {
  const [decision, setDecision] = useState<Decision>()
  const record = useQuery(signupApi.get.queryOptions({ input: { signupId: id ?? '' }, enabled: id !== undefined }))
  const signup = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <>
      <RecordSheet
        opened={id !== undefined}
        onClose={onClose}
        title={signup?.businessName ?? 'Application'}
        noun="Application"
        {...sheetPosition(rows, id, total, onOpen)}
        query={record}
        header={
          signup && (
            <div className="q-stack">
              <b className={`q-h2 ${classes.title}`} aria-hidden>
                {signup.businessName}
              </b>
              <div>
                <ReviewStatusPill status={signup.status} />
              </div>
              <ReviewActions status={signup.status} onDecide={setDecision} />
            </div>
          )
        }
      >
        {record.data && <SignupDetailsView signup={record.data} />}
      </RecordSheet>
      {signup && decision && (
        <SignupDecision key={signup.id} signup={signup} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </>
  )
}

function SignupDecision(props: { signup: SignupRow; decision: Decision; onClose: () => void }) {
  const { signup, decision, onClose } = props
  const consequence =
    signup.kind === 'convert'
      ? `${readableEmail(signup.email)} becomes the owner of a new merchant and gets an email.`
      : `We’ll invite ${readableEmail(signup.email)} as the owner of a new merchant with these details.`
  return (
    <DecisionDialog<SignupRow>
      decision={decision}
      opened={signup}
      noun="application"
      consequence={consequence}
      keys={[signupApi.key()]}
      load={({ id: signupId }) => signupApi.get.call({ signupId })}
      decide={({ id: signupId, version }, reason) =>
        decision === 'approve'
          ? signupApi.approve.call({ signupId, version })
          : signupApi.reject.call({ signupId, version, reason })
      }
      onClose={onClose}
    />
  )
}

const passWords = { daily: 'Daily', monthly: 'Monthly', unsure: 'Not sure yet' } as const satisfies Record<
  FirstPass,
  string
>

function SignupDetailsView({ signup }: { signup: SignupRecord }) {
  const timeZone = useTimeZone()
  const place = addressLines(signup.address).join('\n')
  const when = (at: Date | null) => at && <DateText value={at} style="datetime" timeZone={timeZone} />
  return (
    <div className="q-stack-loose">
      {signup.rejectionReason && (
        <section className="q-stack-tight" aria-label="Reason for rejection">
          <h3 className="q-h3">Reason for rejection</h3>
          <p className={classes.text}>{signup.rejectionReason}</p>
        </section>
      )}
      <section className="q-stack-tight" aria-label="Business">
        <h3 className="q-h3">Business</h3>
        <KeyValue
          items={[
            { label: 'Name', value: signup.businessName },
            { label: 'Category', value: signup.businessType && categoryLabel(signup.businessType) },
            { label: 'Description', value: signup.description && <Lines text={signup.description} /> },
            { label: 'Address', value: place && <Lines text={place} /> },
            { label: 'Phone', value: signup.phone && <PhoneText value={signup.phone} /> },
            { label: 'Website', value: signup.website && <Website address={signup.website} /> },
            { label: 'First pass', value: signup.firstPass && passWords[signup.firstPass] },
          ]}
        />
      </section>
      <section className="q-stack-tight" aria-label="Application">
        <h3 className="q-h3">Application</h3>
        <KeyValue
          items={[
            { label: 'Reference', value: signup.reference },
            { label: 'Contact', value: signup.contactName },
            {
              label: 'Email',
              value: (
                <AppLink className={`q-link ${classes.text}`} to={`/users?id=${signup.userId}`}>
                  {readableEmail(signup.email)}
                </AppLink>
              ),
            },
            { label: 'Applicant', value: kindText[signup.kind] },
            { label: 'Applied', value: when(signup.createdAt) },
            { label: 'Terms', value: signup.termsVersion === null ? 'Not recorded' : termsText(signup.termsVersion) },
            { label: 'Affiliate code', value: signup.affiliateCode },
            ...(signup.reviewedAt ? [{ label: 'Reviewed', value: when(signup.reviewedAt) }] : []),
            ...(signup.reviewedBy ? [{ label: 'Reviewed by', value: signup.reviewedBy }] : []),
          ]}
        />
      </section>
    </div>
  )
}

const Lines = ({ text }: { text: string }) => <span className={classes.text}>{text}</span>

/** An external URL: only https becomes a link, without a referrer. */
function Website({ address }: { address: string }) {
  const href = webAddress(address)
  if (!href) return <Lines text={address} />
  return (
    <a className={`q-link ${classes.text}`} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  )
}

const kindText = { signup: 'New', convert: 'Existing account' } as const satisfies Record<SignupKind, string>

export const signupColumns = (timeZone: string) =>
  reviewColumns<SignupRow>(
    [
      { id: 'contact', header: 'Contact', card: 'fact', cell: (row) => row.contactName },
      { id: 'kind', header: 'Applicant', card: 'fact', cell: (row) => kindText[row.kind] },
    ],
    { id: 'created', header: 'Applied', at: ({ createdAt }) => createdAt },
    timeZone,
  )
