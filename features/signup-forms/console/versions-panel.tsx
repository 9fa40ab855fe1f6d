import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { PreviewPanel } from '../building/console/preview-panel'
import type { FormRecord } from '../building/contract'
import { formsApi } from './signup-forms-queries'
import { VersionQuestions } from './version-questions-view'
import builder from '../building/console/builder.module.css'
import classes from './versions.module.css'

interface VersionsPanelProps {
  form: Pick<FormRecord, 'id' | 'name' | 'status' | 'liveVersion'>
}

/** What the form asked at any time: each publishing of it stays as it was. */
export function VersionsPanel({ form }: VersionsPanelProps) {
  if (form.liveVersion === null)
    return (
      <Panel title="Versions">
        <p className="q-secondary">Nothing published yet. Every published version is kept here.</p>
      </Panel>
    )
  return <Published {...form} liveVersion={form.liveVersion} />
}

function Published({ id: formId, name, status, liveVersion }: VersionsPanelProps['form'] & { liveVersion: number }) {
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState<number>()
  const number = chosen ?? liveVersion
  const list = useInfiniteQuery(
    formsApi.versions.infiniteOptions({
      input: (before: number | undefined) => ({ formId, before }),
      initialPageParam: undefined,
      getNextPageParam: ({ rows }) => {
        const last = rows.at(-1)?.number ?? 1
        return last > 1 ? last : undefined
      },
    }),
  )
  const version = useQuery(formsApi.publishedVersion.queryOptions({ input: { formId, number } }))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className={builder.columns}>
      <div className="q-stack">
        <Panel title="Versions" query={list} error={errorText(list.error, unreachableText)}>
          <ul className={classes.list} aria-label="Versions">
            {rows.map((row) => (
              <li key={row.number}>
                <button
                  type="button"
                  className={classes.version}
                  aria-pressed={row.number === number}
                  onClick={() => setChosen(row.number)}
                >
                  <span className="q-strong">
                    Version {row.number}
                    {row.number === liveVersion && (status === 'live' ? ' · live' : ' · latest')}
                  </span>
                  <span className="q-caption">
                    Published <DateText value={row.publishedAt} style="datetime" timeZone={timeZone} /> by{' '}
                    {row.publishedBy ?? 'an unknown user'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show earlier versions
            </Button>
          )}
        </Panel>
        <Panel
          title={`Questions in version ${number}`}
          query={version}
          error={errorText(version.error, unreachableText)}
        >
          {version.data && <VersionQuestions version={version.data} />}
        </Panel>
      </div>
      {version.data && <PreviewPanel key={number} name={name} {...version.data} />}
    </div>
  )
}
