import { termsText } from '@quaff/features/marketing/legal/contract'
import { categoryLabel } from '@quaff/features/merchants/category/rules'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { webAddress } from '@quaff/platform/shared/safe-address'
import type { FirstPass, SignupRecord } from '../contract'
import { kindWords } from './signup-columns'
import classes from './review.module.css'

const passWords = { daily: 'Daily', monthly: 'Monthly', unsure: 'Not sure yet' } as const satisfies Record<
  FirstPass,
  string
>

/** Everything is shown as it was typed. */
export function SignupDetailsView({ signup }: { signup: SignupRecord }) {
  const timeZone = useTimeZone()
  const { address } = signup
  const lines = [address.line1, address.line2, [address.city, address.region].filter(Boolean).join(', ')]
  const place = [...lines, address.postalCode, address.country].filter(Boolean).join('\n')
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
            { label: 'Phone', value: signup.phone },
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
                  {signup.email}
                </AppLink>
              ),
            },
            { label: 'Applicant', value: kindWords[signup.kind] },
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

/** Somebody else's address: only an https one becomes a link, and it learns nothing of this console. */
function Website({ address }: { address: string }) {
  const href = webAddress(address)
  if (!href) return <Lines text={address} />
  return (
    <a className={`q-link ${classes.text}`} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  )
}
