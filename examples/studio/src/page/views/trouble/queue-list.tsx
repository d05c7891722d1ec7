import type { JobLine } from '../../../shared/workers.js'
import { Moment } from '../../components/moment.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { accountOf } from '../../view-props.js'

/** Returns the kind of a job, the text of its post and its account as one text. */
function aboutOf({ kind, postId, accountId }: JobLine, state: StudioState): string {
  const text = state.posts.find(({ id }) => id === postId)?.text
  const name = accountId === null ? undefined : accountOf(state, accountId)?.name
  return [texts.workers.kinds[kind] ?? kind, text, name].filter(Boolean).join(' · ')
}

/** Lists the jobs in one queue state with their errors. */
export function QueueList(props: {
  readonly title: string
  readonly jobs: readonly JobLine[]
  readonly state: StudioState
}) {
  const { title, jobs, state } = props
  return (
    <section class="queue-list" aria-label={title}>
      <h4>
        {title} <span class="badge">{jobs.length}</span>
      </h4>
      {jobs.length === 0 && <p class="empty">{texts.workers.nothing}</p>}
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <span class="about-job">{aboutOf(job, state)}</span>
            {job.dueAt !== null && <Moment at={job.dueAt} />}
            {job.problem !== null && <span class="refusal">{job.problem}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
