import { useQuery } from '@tanstack/react-query'
import { settingsApi } from '../settings-queries'
import type { SettingsSearch } from '../settings-search-widget'
import { MailPreviewPanel } from './mail-preview-panel'
import classes from './mails.module.css'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'

/** Every mail that is sent: the list, and beside it the chosen one as it arrives. */
export function MailsTab({ search }: { search: SettingsSearch }) {
  const { data, isPending, isError, refetch } = useQuery(settingsApi.mailTemplates.queryOptions({ input: {} }))
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
        <nav className={classes.list} aria-label="Mails">
          {data?.map(({ template, name, receiver }) => (
            <AppLink
              key={template}
              to={`/settings?tab=mails&mail=${encodeURIComponent(template)}`}
              className={classes.mail}
              aria-current={template === chosen ? 'true' : undefined}
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
