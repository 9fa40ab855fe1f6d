import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

type Model = new (value: never) => { validate(): void }
const models: Record<string, Model> = {
  'apps/v1 Deployment': apps.Deployment,
  'v1 Service': core.Service,
  'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
  'batch/v1 CronJob': batch.CronJob,
}
type Manifest = { apiVersion: string; kind: string }

const manifests = parseAllDocuments(
  readFileSync(new URL('../operations/kubernetes.yaml', import.meta.url), 'utf8'),
).map((document) => document.toJS() as Manifest)

function check(manifest: Manifest): void {
  const model = models[`${manifest.apiVersion} ${manifest.kind}`]
  if (!model) throw new Error(`No schema of ${manifest.kind}`)
  new model(manifest as never).validate()
}

describe('operations/kubernetes.yaml', () => {
  it('has a server, its service, a disruption budget, a backup and a drill', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'CronJob',
      'CronJob',
    ])
  })

  it.each(manifests)('$kind follows the schema of Kubernetes', (manifest) => {
    expect(() => check(manifest)).not.toThrow()
  })

  it('a wrong type or a missing part is found', () => {
    const [deployment] = manifests
    const spec = (deployment as unknown as { spec: object }).spec
    expect(() => check({ ...deployment, spec: { ...spec, replicas: '2' } } as never)).toThrow('replicas')
    expect(() => check({ ...deployment, spec: { replicas: 2 } } as never)).toThrow('required')
  })

  it('waits longer than a server may take to stop', () => {
    const text = readFileSync(new URL('../operations/kubernetes.yaml', import.meta.url), 'utf8')
    const [, grace] = /terminationGracePeriodSeconds: (\d+)/.exec(text) ?? []
    const [, drain] = /DRAIN_SECONDS, value: '(\d+)'/.exec(text) ?? []
    expect(Number(grace)).toBeGreaterThan(Number(drain) + 20 + 5)
  })
})
