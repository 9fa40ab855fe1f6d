import { Counter, Gauge, type Registry } from 'prom-client'
import { readPlaces, type Replicas, type ReplicaState } from '@quaff/platform/server/reading/replicas'

/** Reports where reads ran and the state of the replicas. A missing value is absent, never zero. */
export function addReplicaFigures(registry: Registry, replicas: Replicas): void {
  const registers = [registry]
  new Counter({
    name: 'replica_reads_total',
    help: 'Statements answered by a replica, or by the primary because no replica could: behind, away, promoted, failed',
    labelNames: ['place'],
    registers,
    collect() {
      this.reset()
      for (const place of readPlaces) this.inc({ place }, replicas.count(place))
    },
  })
  new Gauge({
    name: 'primary_away',
    help: 'Whether replicas serve reads while the primary is away: 1 or 0',
    registers,
    collect() {
      this.set(Number(replicas.isAlone()))
    },
  })
  let looking: Promise<ReplicaState[]> | null = null
  const look = () => (looking ??= replicas.look().finally(() => (looking = null)))
  const gauge = (name: string, help: string, read: (state: ReplicaState) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      async collect() {
        this.reset()
        for (const state of await look()) {
          const value = read(state)
          if (value !== null) this.set({ replica: state.address }, value)
        }
      },
    })
  gauge('replica_up', 'Whether it responds and follows the primary: 1 or 0', ({ isUp }) => Number(isUp))
  gauge('replica_behind_bytes', 'Bytes from the primary not replayed yet', ({ behindBytes }) => behindBytes)
  gauge('replica_behind_seconds', 'Age of the last replayed change while it lags', (state) => state.behindSeconds)
}
