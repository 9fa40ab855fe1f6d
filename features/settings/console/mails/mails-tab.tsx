import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { findMails } from '../../mails/rules'
import { settingsApi } from '../settings-queries'
import type { SettingsSearch } from '../settings-search-widget'
import { MailPreviewPanel } from './mail-preview-panel'
import classes from './mails.module.css'

/** Every mail that is sent: the list, and beside it the chosen one as it arrives. */
export function MailsTab({ search }: { search: SettingsSearch }) {
  const { data, isPending, isError, refetch } = useQuery(settingsApi.mailTemplates.queryOptions({ input: {} }))
  const [query, setQuery] = useState('')
  const found = data && findMails(data, query)
  const chosen = search.mail ?? data?.[0]?.template
  return (
    <div className={classes.page}>
      <Panel
        title="Mails"
        titleExtra={data && <span className="q-count">{data.length}</span>}
        flush
        loading={isPending}
        error={isError && !data ? 'The mails could not be loaded.' : undefined}
        onRetry={() => void refetch()}
      >
        <div className={classes.search}>
          <ListToolbar find={{ placeholder: 'Find a mail', label: 'Find a mail', q: query, onChange: setQuery }} />
        </div>
        <nav className={classes.list} aria-label="Mails">
          {found?.length === 0 && (
            <p className={classes.none} role="status">
              No mail has “{query}” in its name.
            </p>
          )}
          {found?.map(({ template, name, receiver }) => (
            <AppLink
              key={template}
              to={`/settings?tab=mails&mail=${encodeURIComponent(template)}`}
              className={classes.mail}
              aria-current={template === chosen ? 'true' : undefined}
              ref={template === chosen ? bringIntoView : undefined}
            >
              <span className="q-strong">{name}</span>
              <span className="q-caption">{receiver}</span>
            </AppLink>
          ))}
        </nav>
      </Panel>
      {chosen !== undefined && <MailPreviewPanel template={chosen} />}
    </div>
  )
}

/** The chosen one may stand far down; the page itself stays where it is. */
function bringIntoView(link: HTMLAnchorElement | null) {
  const list = link?.parentElement
  if (!link || !list) return
  const top = link.offsetTop - list.offsetTop
  if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top
}
