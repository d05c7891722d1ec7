import type { TraceStep } from '../../../shared/trouble.js'
import { texts } from '../../texts.js'

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** Returns the label of a step. */
function titleOf({ kind, operation, text, attempt }: TraceStep): string {
  if (kind === 'VISIBLE') return texts.trouble.visible(operation)
  if (kind === 'PUSHED') return attempt > 1 ? texts.trouble.pushedAgain : texts.trouble.pushed
  return kind === 'OPERATION' ? operation : text
}

/** Returns the result of a step as text. */
function endOf({ kind, state, status, millis }: TraceStep): string {
  if (kind === 'VISIBLE' || kind === 'WARNING') return ''
  if (state === 'RUNNING') return texts.trouble.running
  const time = millis === null ? '' : ` · ${texts.trouble.millis(millis)}`
  if (kind !== 'REQUEST') return time.slice(3)
  return `${status ?? texts.trouble.noAnswer}${time}`
}

/** Lists the steps of the library, newest first. */
export function StepList({ steps }: { readonly steps: readonly TraceStep[] }) {
  if (steps.length === 0) return <p class="empty">{texts.trouble.noSteps}</p>
  return (
    <ol class="step-list card" aria-live="polite" aria-relevant="additions">
      {steps.toReversed().map((step) => (
        <li key={step.id} data-kind={step.kind} data-state={step.state}>
          <time dateTime={step.at}>{clock.format(new Date(step.at))}</time>
          <span class="step">
            <span>
              {titleOf(step)}
              {step.worker !== null && <span class="try">{texts.trouble.byWorker(step.worker)}</span>}
              {step.kind === 'REQUEST' && step.attempt > 1 && (
                <span class="try">{texts.trouble.attempt(step.attempt)}</span>
              )}
            </span>
            {step.problem !== null && step.kind === 'OPERATION' && (
              <span class="refusal">{step.problem}</span>
            )}
          </span>
          <span class="end">{endOf(step)}</span>
        </li>
      ))}
    </ol>
  )
}
