import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { MailFrame, type MailScheme } from '@quaff/platform/console/display/mail-frame'
import { KeyValue, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { RecordHead, SplitView } from '@quaff/platform/console/list/split-view'
import { type MailWidth, mailWidths } from '../mails-contract'
import { findMails } from '../rules'
import { settingsApi } from './settings-queries'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'
import classes from './settings.module.css'

export function MailsTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const mails = useQuery(settingsApi.mailTemplates.queryOptions({ input: {} }))
  const { data } = mails
  const [query, setQuery] = useState('')
  const found = data && findMails(data, query)
  const chosen = search.mail ?? data?.[0]?.template
  if (!data || chosen === undefined) return <Panel title="Email templates" query={mails} what="emails" />
  return (
    <SplitView
      name="Email templates"
      entries={found?.map(({ template, name, receiver }) => ({ id: template, title: name, lines: [receiver] }))}
      openId={chosen}
      isNamed={search.mail !== undefined}
      hrefOf={(mail) => `?tab=mails&mail=${encodeURIComponent(mail)}`}
      onOpen={(mail) => onSearch({ mail })}
      find={
        <ListToolbar find={{ placeholder: 'Search emails', label: 'Search emails', q: query, onChange: setQuery }} />
      }
      foot={
        found?.length === 0 && (
          <p className={classes.none} role="status">
            No results for “{query}”
          </p>
        )
      }
    >
      <MailPreviewPanel template={chosen} />
    </SplitView>
  )
}

type MailPart = 'html' | 'text'

const parts = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const
const widths = [
  { value: 'wide', label: `${mailWidths.wide} px` },
  { value: 'phone', label: 'Phone' },
] as const
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Shows one email as its recipient sees it. The display mode stays when another email is selected. */
function MailPreviewPanel({ template }: { template: string }) {
  const [part, setPart] = useState<MailPart>('html')
  const [width, setWidth] = useState<MailWidth>('wide')
  const [scheme, setScheme] = useState<MailScheme>('light')
  const { data, isPending, isError, refetch } = useQuery(
    settingsApi.mailPreview.queryOptions({ input: { template }, placeholderData: keepPreviousData }),
  )
  return (
    <>
      <RecordHead title={data?.name ?? 'Email'} caption={data?.receiver} />
      <Panel
        loading={isPending}
        error={isError ? 'Couldn’t load this email. Retry or choose another one.' : undefined}
        onRetry={() => void refetch()}
      >
        {data && (
          <div className="q-stack">
            <KeyValue
              items={[
                { label: 'Subject', value: data.subject },
                { label: 'Reply-to', value: data.replyTo ?? <NoSupportAddress /> },
              ]}
            />
            <div className={classes.looks}>
              <Segmented label="Part" value={part} options={parts} onChange={setPart} />
              <div className={classes.widths}>
                <Segmented label="Width" value={width} options={widths} onChange={setWidth} />
              </div>
              <Segmented label="Colors" value={scheme} options={schemes} onChange={setScheme} />
            </div>
            <section className={classes.desk} aria-label={`Preview of “${data.name}”`} tabIndex={0}>
              <MailView html={data.html} text={data.text} part={part} width={width} scheme={scheme} />
            </section>
            <p className="q-caption">Sample data. Dark mode depends on the email app.</p>
          </div>
        )}
      </Panel>
    </>
  )
}

function NoSupportAddress() {
  return (
    <>
      Not set.{' '}
      <AppLink className="q-link" to="/settings?tab=platform">
        Add a support email
      </AppLink>
    </>
  )
}

type MailViewProps = { html: string; text: string; part: MailPart; width: MailWidth; scheme: MailScheme }

function MailView({ html, text, part, width, scheme }: MailViewProps) {
  const size = { width: mailWidths[width] }
  if (part === 'text') {
    return (
      <pre className={classes.text} data-scheme={scheme} style={size}>
        {text}
      </pre>
    )
  }
  return (
    <div className={classes.mailsFrame} style={size}>
      <MailFrame title="HTML preview" html={html} scheme={scheme} />
    </div>
  )
}
