import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SplitView } from '@quaff/platform/console/list/split/split-view'
import { findMails } from '../mails/rules'
import { MailPreviewPanel } from './mail-preview-panel'
import { settingsApi } from './settings-queries'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'
import classes from './mails.module.css'

type MailsTabProps = { search: SettingsSearch; onSearch: OnSettingsSearch }

/** Every mail that is sent: the list, and beside it the chosen one as it arrives. */
export function MailsTab({ search, onSearch }: MailsTabProps) {
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
