import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { isolated } from '@quaff/platform/shared/readable-text'
import { fieldDetails, fieldName } from '../building/console/field-changes'
import { PreviewPanel } from '../building/console/preview-panel'
import type { FormRecord, FormVersionRecord } from '../contract'
import { formsApi } from './signup-forms-queries'
import builder from '../building/console/builder.module.css'

interface VersionsPanelProps {
  form: Pick<FormRecord, 'id' | 'name' | 'status' | 'liveVersion'>
}

/** Lists all published versions, which never change. */
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
          <ul className={builder.list} aria-label="Versions">
            {rows.map((row) => (
              <li key={row.number}>
                <button
                  type="button"
                  className={builder.version}
                  aria-pressed={row.number === number}
                  onClick={() => setChosen(row.number)}
                >
                  <span className="q-strong">
                    Version {row.number}
                    {row.number === liveVersion && (status === 'live' ? ' · live' : ' · latest')}
                  </span>
                  <span className="q-caption">
                    Published <DateText value={row.publishedAt} style="datetime" timeZone={timeZone} /> by{' '}
                    {isolated(row.publishedBy ?? 'an unknown user')}
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

function VersionQuestions({ version: { fields, intro, successText } }: { version: FormVersionRecord }) {
  return (
    <div className="q-stack">
      {intro !== '' && <Words title="Introduction" text={intro} />}
      <ol className={builder.questions} aria-label="Questions">
        {fields.map((field) => (
          <li key={field.id}>
            <p className={`q-strong ${builder.text}`}>{fieldName(field)}</p>
            <p className={`q-caption ${builder.text}`}>{fieldDetails(field, fields)}</p>
            {field.help !== '' && <p className={`q-secondary ${builder.text}`}>{field.help}</p>}
            {field.options.length > 0 && <p className={builder.text}>{field.options.join('\n')}</p>}
          </li>
        ))}
      </ol>
      {successText !== '' && <Words title="Confirmation message" text={successText} />}
    </div>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section className="q-stack-tight" aria-label={title}>
      <h3 className="q-h3">{title}</h3>
      <p className={builder.text}>{text}</p>
    </section>
  )
}
