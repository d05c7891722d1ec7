import type { ViewName } from '../../../shared/views.js'
import type { WorkerInfo, WorkersInfo } from '../../../shared/workers.js'
import { ActionButton } from '../../components/action-button.js'
import { Moment } from '../../components/moment.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { accountOf } from '../../view-props.js'
import { troubleApi } from './api.js'
import { QueueList } from './queue-list.js'

/** Lists the operations that a worker is running, as named by the library. */
function doingOf({ isReady, doing }: WorkerInfo, state: StudioState): string {
  if (!isReady) return texts.workers.starting
  if (doing.length === 0) return texts.workers.idle
  return doing
    .map(({ operation, accountId }) => {
      const name = accountId === null ? null : accountOf(state, accountId)?.name
      return [operation, name].filter(Boolean).join(' · ')
    })
    .join(', ')
}

function WorkerRow(props: {
  readonly worker: WorkerInfo
  readonly state: StudioState
  readonly onKill: () => void
}) {
  const { worker, state } = props
  const { place, pid, isReady, doing, published, died, since } = worker
  return (
    <li
      class="worker"
      data-state={!isReady ? 'starting' : doing.length > 0 ? 'busy' : 'idle'}
      aria-label={texts.workers.place(place)}
    >
      <span class="who">
        <strong>{texts.workers.place(place)}</strong>
        <span class="at">
          {pid !== null && texts.workers.process(pid)} · <Moment at={since} />
        </span>
      </span>
      <output>{doingOf(worker, state)}</output>
      <span class="at">
        {texts.workers.published(published)}
        {died > 0 && ` · ${texts.workers.died(died)}`}
      </span>
      <button
        type="button"
        class="danger"
        disabled={!isReady}
        aria-label={texts.workers.kill(place)}
        onClick={props.onKill}
      >
        {texts.workers.killShort}
      </button>
    </li>
  )
}

/** Shows the workers with their operations and a kill button, and the queue. */
export function Workers(props: {
  readonly info: WorkersInfo
  readonly state: StudioState
  readonly go: (view: ViewName) => void
  readonly notify: (text: string) => void
}) {
  const { info, state, go, notify } = props
  const kill = (place: number) => () => {
    troubleApi.killWorker(place).catch((error: unknown) => notify(messageOf(error)))
  }
  return (
    <section class="card workers" aria-labelledby="workers">
      <h3 id="workers">{texts.workers.title}</h3>
      <p class="hint">{texts.workers.help}</p>
      <ul class="worker-list">
        {info.workers.map((worker) => (
          <WorkerRow key={worker.place} worker={worker} state={state} onKill={kill(worker.place)} />
        ))}
      </ul>
      <fieldset class="queue" aria-label={texts.workers.queue}>
        <QueueList title={texts.workers.waits} jobs={info.waiting} state={state} />
        <QueueList title={texts.workers.runs} jobs={info.running} state={state} />
        <QueueList title={texts.workers.needsPerson} jobs={info.needingPerson} state={state} />
        <p class="at">
          {texts.workers.over}: {info.ended}
        </p>
      </fieldset>
      {info.needingPerson.length > 0 && (
        <ActionButton icon="posts" label={texts.workers.toPosts} onClick={() => go('posts')} isMain />
      )}
      <p class="hint">{texts.workers.claimHelp}</p>
    </section>
  )
}
